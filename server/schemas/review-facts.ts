import { z } from 'zod'
import { Timestamp } from './fields'

/** Where a thread stands in review; apart from what came of it. */
export const ReviewStatus = z.enum(['open', 'in-review', 'reviewed'])
export type ReviewStatus = z.infer<typeof ReviewStatus>

export const ReviewOutcome = z.enum(['pass', 'fail'])
export type ReviewOutcome = z.infer<typeof ReviewOutcome>

/** For operations on many threads. */
export const outcomeOfReviewed = [
  ({ status, outcome }: { status: ReviewStatus; outcome?: ReviewOutcome | undefined }) =>
    outcome === undefined || status === 'reviewed',
  { message: 'An outcome belongs to the status reviewed.' },
] as const

/** A person of the desk. Agents' keys are told the id and nothing else. */
export const ReviewPerson = z.object({ id: z.string(), name: z.string().nullable() })
export type ReviewPerson = z.infer<typeof ReviewPerson>

/** The review of one thread as it stands now; a thread that nobody has reviewed is open. */
export const ReviewFacts = z.object({
  status: ReviewStatus,
  /** Of the newest review; null where none was given. */
  outcome: ReviewOutcome.nullable(),
  reasons: z.array(z.string()),
  /** 0 to 100. */
  score: z.int().nullable(),
  assignee: ReviewPerson.nullable(),
  /** The newest seq that was there when it was reviewed; 0 for never. */
  reviewedThroughSeq: z.int(),
  reviewedAt: Timestamp.nullable(),
  /** Messages that have come since it was reviewed; 0 for a thread that never was. */
  newMessages: z.int(),
  /** Who is at it just now, and until when nobody else is given it. */
  claimedBy: ReviewPerson.nullable(),
  claimedUntil: Timestamp.nullable(),
})
export type ReviewFacts = z.infer<typeof ReviewFacts>
