import type { PoolClient } from 'pg'
import type { Principal } from '../../auth/principal'
import { feedbackOfThread } from '../../store/feedback'
import { reviewRecords } from '../../store/review-records'
import { reviewsOfThreads } from '../../store/thread-reviews'
import type { ThreadKey } from '../../store/thread-rows'
import { mayExportNotes } from '../notes/exported-notes'

/** The newest of each that a line holds. */
const MOST = 1_000

/** What people decided about a thread and what users said of it, for a line of an export; absent where there is nothing. */
export interface ExportedReview {
  readonly review?: object | undefined
  readonly feedback?: readonly object[] | undefined
}

/** Who reviewed stands in it under the same condition as notes: exports of people, and of keys with the right `admin`. */
export async function exportedReview(
  principal: Principal,
  client: PoolClient,
  thread: ThreadKey,
): Promise<ExportedReview> {
  const row = (await reviewsOfThreads(client, [thread])).get(thread.uid)
  const records = row ? await reviewRecords(client, thread, { limit: MOST }) : []
  const feedback = await feedbackOfThread(client, thread, { limit: MOST })
  const withPeople = mayExportNotes(principal)
  return {
    review: row && {
      status: row.status,
      outcome: row.outcome,
      reasons: row.reasons,
      score: row.score,
      reviewedThroughSeq: row.reviewedThroughSeq,
      reviewedAt: row.reviewedAt?.toISOString() ?? null,
      history: records.map(({ id: _id, queueId: _queueId, reviewer, createdAt, ...record }) => ({
        ...(withPeople ? { reviewer } : {}),
        ...record,
        createdAt: createdAt.toISOString(),
      })),
    },
    feedback:
      feedback.length === 0
        ? undefined
        : feedback.map(({ id: _id, createdAt, ...said }) => ({ ...said, createdAt: createdAt.toISOString() })),
  }
}
