import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { ReviewOutcome } from '../schemas/review-facts'
import { keyColumns } from './tags'
import type { ThreadKey } from './thread-rows'

/** What an undo gives back, column by column. */
const KEPT = [
  'status',
  'outcome',
  'reasons',
  'score',
  'reviewed_through_seq',
  'reviewed_by',
  'reviewed_at',
  'reopens',
  'queue_id',
]

/** Each thread's review as it is stored, as JSON text; the rows are locked by the caller. */
export async function keptReviews(client: PoolClient, threads: readonly ThreadKey[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ uid: string; kept: string }>(
    `SELECT thread_uid AS uid, json_build_object(${KEPT.map((name) => `'${name}', ${name}`).join(', ')})::text AS kept
     FROM thread_review
     WHERE (tenant, scope_id, thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))`,
    keyColumns(threads),
  )
  return new Map(rows.map(({ uid, kept }) => [uid, kept]))
}

/** Ends a review of each thread, up to its newest message; answers the ids of their records, by uid. */
export async function finishReviews(
  client: PoolClient,
  params: { threads: readonly ThreadKey[]; outcome: ReviewOutcome; reviewer: string },
): Promise<Map<string, string>> {
  const { threads, outcome, reviewer } = params
  await client.query(
    `UPDATE thread_review r SET status = 'reviewed', outcome = $4, reasons = '{}', score = NULL,
       reviewed_through_seq = t.message_count, reviewed_by = $5, reviewed_at = clock_timestamp(), reopens = false,
       queue_id = NULL, claimed_by = NULL, claimed_until = NULL, skipped_by = '{}', version = r.version + 1, updated_at = now()
     FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS k(tenant, scope_id, uid)
     JOIN thread t ON t.tenant = k.tenant AND t.scope_id = k.scope_id AND t.uid = k.uid
     WHERE r.tenant = k.tenant AND r.scope_id = k.scope_id AND r.thread_uid = k.uid`,
    [...keyColumns(threads), outcome, reviewer],
  )
  const ids = threads.map(() => uuidv7())
  await client.query(
    `INSERT INTO review_record (tenant, scope_id, thread_uid, id, reviewer, through_seq, outcome, agent_name, config_version)
     SELECT k.tenant, k.scope_id, k.uid, k.id, $6, t.message_count, $5, e.agent_name, (e.read::json ->> 'configVersion')::int
     FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[]) AS k(tenant, scope_id, uid, id)
     JOIN thread t ON t.tenant = k.tenant AND t.scope_id = k.scope_id AND t.uid = k.uid
     LEFT JOIN LATERAL (
       SELECT agent_name, read FROM entry
       WHERE tenant = k.tenant AND scope_id = k.scope_id AND thread_uid = k.uid ORDER BY id DESC LIMIT 1) e ON true`,
    [...keyColumns(threads), ids, outcome, reviewer],
  )
  return new Map(threads.map(({ uid }, place) => [uid, ids[place] ?? '']))
}

export interface TakenBackReview {
  readonly thread: ThreadKey
  /** As `keptReviews` gave it. */
  readonly kept: string
  readonly recordId: string
}

/** Takes reviews back, where they are their threads' newest; answers the uids of those. */
export async function takeReviewsBack(client: PoolClient, reviews: readonly TakenBackReview[]): Promise<Set<string>> {
  if (reviews.length === 0) return new Set()
  const { rows } = await client.query<{ uid: string }>(
    `WITH k AS (
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[])
         AS k(tenant, scope_id, uid, id, kept)),
     gone AS (
       DELETE FROM review_record d USING k
       WHERE d.tenant = k.tenant AND d.scope_id = k.scope_id AND d.thread_uid = k.uid AND d.id = k.id
         AND NOT EXISTS (SELECT 1 FROM review_record n
           WHERE n.tenant = k.tenant AND n.scope_id = k.scope_id AND n.thread_uid = k.uid AND n.id > k.id)
       RETURNING k.tenant, k.scope_id, k.uid, k.kept)
     UPDATE thread_review r SET (${KEPT.join(', ')}, version, updated_at) =
       (SELECT ${KEPT.map((name) => `b.${name}`).join(', ')}, r.version + 1, now()
        FROM json_populate_record(NULL::thread_review, gone.kept::json) b)
     FROM gone WHERE r.tenant = gone.tenant AND r.scope_id = gone.scope_id AND r.thread_uid = gone.uid
     RETURNING r.thread_uid AS uid`,
    [
      ...keyColumns(reviews.map(({ thread }) => thread)),
      reviews.map(({ recordId }) => recordId),
      reviews.map(({ kept }) => kept),
    ],
  )
  return new Set(rows.map(({ uid }) => uid))
}
