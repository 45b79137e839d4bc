import type { PoolClient } from 'pg'
import type { ReviewOutcome, ReviewStatus } from '../schemas/review-facts'
import { STATUS_NOW } from './review-conditions'
import { keyColumns } from './tags'
import type { ThreadKey } from './thread-rows'

/** The review of a thread that has one; `status` is what it is now. */
export interface ReviewRow {
  uid: string
  status: ReviewStatus
  /** As it is stored: without the claim, and without what came since. */
  storedStatus: ReviewStatus
  outcome: ReviewOutcome | null
  reasons: string[]
  score: number | null
  assignee: string | null
  assigneeName: string | null
  reviewedThroughSeq: number
  reviewedAt: Date | null
  newMessages: number
  /** Null when the claim is over. */
  claimedBy: string | null
  claimedByName: string | null
  claimedUntil: Date | null
  version: number
}

const COLUMNS = `r.thread_uid AS uid, ${STATUS_NOW} AS status, r.status AS "storedStatus", r.outcome, r.reasons, r.score,
  r.assignee, coalesce(a.name, a.email) AS "assigneeName", r.reviewed_through_seq AS "reviewedThroughSeq",
  r.reviewed_at AS "reviewedAt",
  CASE WHEN r.reviewed_at IS NULL THEN 0 ELSE greatest(t.message_count - r.reviewed_through_seq, 0) END AS "newMessages",
  CASE WHEN r.claimed_until > now() THEN r.claimed_by END AS "claimedBy",
  CASE WHEN r.claimed_until > now() THEN coalesce(c.email, c.name) END AS "claimedByName",
  CASE WHEN r.claimed_until > now() THEN r.claimed_until END AS "claimedUntil", r.version`

/** The reviews of many threads in one statement, by uid; a thread that nobody has touched is absent. */
export async function reviewsOfThreads(
  client: PoolClient,
  threads: readonly ThreadKey[],
): Promise<Map<string, ReviewRow>> {
  if (threads.length === 0) return new Map()
  const { rows } = await client.query<ReviewRow>(
    `SELECT ${COLUMNS} FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS k(tenant, scope_id, uid)
     JOIN thread_review r ON r.tenant = k.tenant AND r.scope_id = k.scope_id AND r.thread_uid = k.uid
     JOIN thread t ON t.tenant = k.tenant AND t.scope_id = k.scope_id AND t.uid = k.uid
     LEFT JOIN operator a ON a.id = r.assignee
     LEFT JOIN operator c ON c.id = r.claimed_by`,
    keyColumns(threads),
  )
  return new Map(rows.map((row) => [row.uid, row]))
}

/** Makes the rows that are missing and locks all of them, in the order of their uids; answers whose were missing. */
export async function lockReviews(client: PoolClient, threads: readonly ThreadKey[]): Promise<Set<string>> {
  const { rows: made } = await client.query<{ uid: string }>(
    `INSERT INTO thread_review (tenant, scope_id, thread_uid)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS k(tenant, scope_id, uid) ORDER BY k.uid
     ON CONFLICT DO NOTHING RETURNING thread_uid AS uid`,
    keyColumns(threads),
  )
  await client.query(
    `SELECT 1 FROM thread_review r
     WHERE (r.tenant, r.scope_id, r.thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))
     ORDER BY r.thread_uid FOR UPDATE`,
    keyColumns(threads),
  )
  return new Set(made.map(({ uid }) => uid))
}

export interface ReviewChange {
  status: ReviewStatus
  outcome: ReviewOutcome | null
  reasons: readonly string[]
  score: number | null
  throughSeq: number
  reviewedBy: string
  reopens: boolean
  queueId: string | null
}

/** Ends a review: the claim is over, and what others skipped is theirs again when it is opened. */
export async function saveReview(client: PoolClient, thread: ThreadKey, change: ReviewChange): Promise<void> {
  await client.query(
    `UPDATE thread_review SET status = 'reviewed', outcome = $4, reasons = $5, score = $6, reviewed_through_seq = $7,
       reviewed_by = $8, reviewed_at = clock_timestamp(), reopens = $9, queue_id = $10, claimed_by = NULL, claimed_until = NULL,
       skipped_by = '{}', version = version + 1, updated_at = now()
     WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3`,
    [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      change.outcome,
      change.reasons,
      change.score,
      change.throughSeq,
      change.reviewedBy,
      change.reopens,
      change.queueId,
    ],
  )
}

/** Sets the status alone; what came of the last review stays, and a claim ends. */
export async function markReviews(
  client: PoolClient,
  params: { threads: readonly ThreadKey[]; status: ReviewStatus },
): Promise<void> {
  await client.query(
    `UPDATE thread_review SET status = $4, reopens = reopens AND $4 = 'reviewed', claimed_by = NULL, claimed_until = NULL,
       version = version + 1, updated_at = now()
     WHERE (tenant, scope_id, thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))`,
    [...keyColumns(params.threads), params.status],
  )
}

/** Makes threads one person's, or nobody's. */
export async function assignReviews(
  client: PoolClient,
  params: { threads: readonly ThreadKey[]; assignee: string | null },
): Promise<void> {
  await client.query(
    `UPDATE thread_review SET assignee = $4, version = version + 1, updated_at = now()
     WHERE (tenant, scope_id, thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))`,
    [...keyColumns(params.threads), params.assignee],
  )
}

/** Gives back what one person holds of a thread; answers whether they held it. */
export async function releaseReview(
  client: PoolClient,
  params: { uid: string; operatorId: string; skip: boolean },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE thread_review SET claimed_by = NULL, claimed_until = NULL, updated_at = now(),
       skipped_by = CASE WHEN $3 THEN array_append(array_remove(skipped_by, $2), $2) ELSE skipped_by END
     WHERE thread_uid = $1 AND claimed_by = $2`,
    [params.uid, params.operatorId, params.skip],
  )
  return rowCount === 1
}
