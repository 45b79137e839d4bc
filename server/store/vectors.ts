import type { Pool } from 'pg'
import { withReach } from './reach'
import type { RecallReach } from './recall'
import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** A message's place in a model's space: length 1, float32. */
export interface StoredVector {
  readonly threadUid: string
  readonly seq: number
  readonly at: Date
  readonly vector: Float32Array
}

/** The newest `cap` vectors of one model within the reach; of living threads only, and never of a redacted message. */
export async function loadVectors(
  client: Queryable,
  params: { reach: RecallReach; model: string; dimensions: number; roles: readonly string[] | null; cap: number },
): Promise<StoredVector[]> {
  const { reach, model, dimensions, roles, cap } = params
  const { rows } = await client.query<{ threadUid: string; seq: number; at: Date; vector: Buffer }>({
    name: 'load-vectors',
    text: `SELECT thread_uid AS "threadUid", seq, message_at AS at, vector FROM loci_vectors($1, $2, $3, $4, $5, $6, $7)`,
    values: [reach.tenant, reach.scopeId, reach.threadUid, model, dimensions, roles, cap],
  })
  return rows.map(({ vector, ...row }) => ({ ...row, vector: floatsOf(vector) }))
}

/** A thread with messages that have no vector of the model yet. */
export interface PendingThread extends ThreadKey {
  /** The last seq that is done. */
  readonly throughSeq: number
  readonly failures: number
}

/** So long a claimed thread is left to its process, in seconds. */
const LEASE_SECONDS = 300

/**
 * Takes up to `limit` threads that lack vectors, oldest change first; no other process gets them for five minutes, or until
 * they are done. `since` (ISO 8601) leaves out what has not changed from then on.
 */
export function claimPending(
  pool: Pool,
  params: { model: string; since: string | null; limit: number },
): Promise<PendingThread[]> {
  return withReach(pool, { kind: 'all' }, async ({ client }) => {
    const { rows } = await client.query<PendingThread>(
      `WITH due AS (
         SELECT t.tenant, t.scope_id, t.uid
         FROM thread t
         LEFT JOIN embedding e ON e.tenant = t.tenant AND e.scope_id = t.scope_id AND e.thread_uid = t.uid
         WHERE t.deleted_at IS NULL AND t.last_message_at >= coalesce($2::timestamptz, '-infinity')
           AND (e.thread_uid IS NULL OR e.model <> $1 OR e.through_seq < t.message_count)
           AND (e.retry_at IS NULL OR e.retry_at <= now())
         ORDER BY t.last_message_at, t.uid LIMIT $3)
       INSERT INTO embedding AS e (tenant, scope_id, thread_uid, model, retry_at)
         SELECT d.tenant, d.scope_id, d.uid, $1, now() + make_interval(secs => $4) FROM due d
       ON CONFLICT (tenant, scope_id, thread_uid) DO UPDATE SET
         through_seq = CASE WHEN e.model = $1 THEN e.through_seq ELSE 0 END, model = $1, retry_at = excluded.retry_at
         WHERE e.retry_at IS NULL OR e.retry_at <= now()
       RETURNING e.tenant, e.scope_id AS "scopeId", e.thread_uid AS uid, e.through_seq AS "throughSeq", e.failures`,
      [params.model, params.since, params.limit, LEASE_SECONDS],
    )
    return rows
  })
}

/** The next messages of a thread behind a seq, in order; redacted ones without their text. */
export function messagesBehind(
  pool: Pool,
  params: { thread: ThreadKey; seq: number; limit: number },
): Promise<{ seq: number; raw: string | null }[]> {
  const { tenant, scopeId, uid } = params.thread
  return withReach(pool, { kind: 'all' }, async ({ client }) => {
    const { rows } = await client.query<{ seq: number; raw: string | null }>(
      `SELECT seq, CASE WHEN redacted_at IS NULL THEN raw END AS raw FROM message
       WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq > $4 ORDER BY seq LIMIT $5`,
      [tenant, scopeId, uid, params.seq, params.limit],
    )
    return rows
  })
}

export interface NewVectors {
  readonly thread: ThreadKey
  readonly model: string
  readonly vectors: readonly { readonly seq: number; readonly vector: Float32Array }[]
  /** The last seq that is done now. */
  readonly throughSeq: number
}

/** Stores vectors, and how far the thread is. A message that was redacted or removed meanwhile gets none. */
export function storeVectors(pool: Pool, { thread, model, vectors, throughSeq }: NewVectors): Promise<void> {
  const key = [thread.tenant, thread.scopeId, thread.uid]
  return withReach(pool, { kind: 'all' }, async ({ client }) => {
    if (vectors.length > 0) {
      // The share lock makes a redaction wait, whose trigger then takes the vector away.
      await client.query(
        `WITH held AS (
           SELECT m.seq, m.created_at FROM message m
           WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq = ANY ($4::int[]) AND m.redacted_at IS NULL
           FOR SHARE)
         INSERT INTO message_vector (tenant, scope_id, thread_uid, seq, model, dimensions, vector, message_at)
           SELECT $1, $2, $3, h.seq, $6, $7, v.vector, h.created_at
           FROM held h JOIN unnest($4::int[], $5::bytea[]) AS v(seq, vector) ON v.seq = h.seq
         ON CONFLICT (tenant, scope_id, thread_uid, seq) DO UPDATE SET
           model = excluded.model, dimensions = excluded.dimensions, vector = excluded.vector`,
        [
          ...key,
          vectors.map(({ seq }) => seq),
          vectors.map(({ vector }) => bytesOf(vector)),
          model,
          vectors[0]?.vector.length,
        ],
      )
    }
    await client.query(
      `UPDATE embedding SET through_seq = $4, retry_at = NULL, failures = 0, error = NULL
       WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND model = $5`,
      [...key, throughSeq, model],
    )
  })
}

/** Leaves a thread alone for so many seconds. `error` is one of a closed list, never a model's own words. */
export function postponeThread(
  pool: Pool,
  params: { thread: ThreadKey; seconds: number; error: string },
): Promise<void> {
  const { tenant, scopeId, uid } = params.thread
  return withReach(pool, { kind: 'all' }, async ({ client }) => {
    await client.query(
      `UPDATE embedding SET failures = failures + 1, retry_at = now() + make_interval(secs => $4), error = $5
       WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3`,
      [tenant, scopeId, uid, params.seconds, params.error],
    )
  })
}

function bytesOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes
}

function floatsOf(bytes: Buffer): Float32Array {
  const floats = new Float32Array(bytes.length / 4)
  for (let index = 0; index < floats.length; index += 1) floats[index] = bytes.readFloatLE(index * 4)
  return floats
}
