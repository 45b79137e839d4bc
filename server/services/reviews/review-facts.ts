import type { Principal } from '../../auth/principal'
import type { ReviewFacts, ReviewPerson } from '../../schemas/review-facts'
import type { ReviewRow } from '../../store/thread-reviews'

/** A review as it is shown; keys are told no names of people. Without a row the thread is open, and nobody's. */
export function reviewFacts(principal: Principal, row: ReviewRow | undefined): ReviewFacts {
  const person = (id: string | null, name: string | null): ReviewPerson | null =>
    id === null ? null : { id, name: principal.kind === 'operator' ? name : null }
  return {
    status: row?.status ?? 'open',
    outcome: row?.outcome ?? null,
    reasons: row?.reasons ?? [],
    score: row?.score ?? null,
    assignee: person(row?.assignee ?? null, row?.assigneeName ?? null),
    reviewedThroughSeq: row?.reviewedThroughSeq ?? 0,
    reviewedAt: row?.reviewedAt?.toISOString() ?? null,
    newMessages: row?.newMessages ?? 0,
    claimedBy: person(row?.claimedBy ?? null, row?.claimedByName ?? null),
    claimedUntil: row?.claimedUntil?.toISOString() ?? null,
  }
}
