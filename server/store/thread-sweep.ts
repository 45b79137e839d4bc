import type { PoolClient } from 'pg'
import type { Signal } from '../../memory/signals'
import type { ThreadKey } from './thread-rows'

/** A thread as the sweep finds it. Times in ms since 1970. */
export interface SweptThread extends ThreadKey {
  /** Null: it was never looked at. */
  throughSeq: number | null
  messageCount: number
  tokenCount: number
  lastTurnSeq: number
  turnOpen: boolean
  agentName: string | null
  createdAt: Date
  lastMessageAt: Date | null
}

const KEYS = '$1::text[], $2::uuid[], $3::uuid[]'

function keysOf(threads: readonly ThreadKey[]): [string[], string[], string[]] {
  return [threads.map(({ tenant }) => tenant), threads.map(({ scopeId }) => scopeId), threads.map(({ uid }) => uid)]
}

/** One process sweeps at a time, for as long as its transaction lasts. False: another one is at it. */
export async function lockSweep(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('loci sweep', 0)) AS got`,
  )
  return rows[0]?.got === true
}

/**
 * Threads with something new: messages since a time, none yet, or an open turn that is old enough now. By indexes that
 * are there anyway; what they do not show (restored and imported threads) is found by `walkThreads`.
 */
export async function findChanged(client: PoolClient, params: { since: Date; limit: number }): Promise<ThreadKey[]> {
  const { rows } = await client.query<ThreadKey>(
    `SELECT k.tenant, k.scope_id AS "scopeId", k.uid FROM (
       SELECT t.tenant, t.scope_id, t.uid, t.message_count FROM thread t
         WHERE t.deleted_at IS NULL AND t.last_message_at >= $1
       UNION ALL SELECT t.tenant, t.scope_id, t.uid, t.message_count FROM thread t
         WHERE t.deleted_at IS NULL AND t.last_message_at IS NULL) k
     LEFT JOIN thread_sweep w ON w.tenant = k.tenant AND w.scope_id = k.scope_id AND w.thread_uid = k.uid
     WHERE w.thread_uid IS NULL OR k.message_count > w.through_seq
     UNION SELECT tenant, scope_id, thread_uid FROM thread_sweep WHERE due_at <= now()
     LIMIT $2`,
    [params.since, params.limit],
  )
  return rows
}

/** The next threads of all, by their keys, and whether each has something new. */
export async function walkThreads(
  client: PoolClient,
  params: { after: ThreadKey | null; limit: number },
): Promise<(ThreadKey & { isNew: boolean })[]> {
  const { after, limit } = params
  const { rows } = await client.query<ThreadKey & { isNew: boolean }>(
    `SELECT t.tenant, t.scope_id AS "scopeId", t.uid, (w.thread_uid IS NULL OR t.message_count > w.through_seq) AS "isNew"
     FROM (
       SELECT t.tenant, t.scope_id, t.uid, t.message_count FROM thread t
       ${after ? 'WHERE (t.tenant, t.scope_id, t.uid) > ($2, $3::uuid, $4::uuid)' : ''}
       ORDER BY t.tenant, t.scope_id, t.uid LIMIT $1) t
     LEFT JOIN thread_sweep w ON w.tenant = t.tenant AND w.scope_id = t.scope_id AND w.thread_uid = t.uid
     ORDER BY t.tenant, t.scope_id, t.uid`,
    after ? [limit, after.tenant, after.scopeId, after.uid] : [limit],
  )
  return rows
}

/** These threads as they are now; they are not purged until the transaction ends, and may be written to. */
export async function loadSwept(client: PoolClient, threads: readonly ThreadKey[]): Promise<SweptThread[]> {
  const { rows } = await client.query<SweptThread>(
    `SELECT t.tenant, t.scope_id AS "scopeId", t.uid, w.through_seq AS "throughSeq", t.message_count AS "messageCount",
            t.token_count::float8 AS "tokenCount", t.last_turn_seq AS "lastTurnSeq", t.turn_open AS "turnOpen",
            t.agent_name AS "agentName", t.created_at AS "createdAt", t.last_message_at AS "lastMessageAt"
     FROM unnest(${KEYS}) AS k(tenant, scope_id, uid)
     JOIN thread t ON t.tenant = k.tenant AND t.scope_id = k.scope_id AND t.uid = k.uid
     LEFT JOIN thread_sweep w ON w.tenant = t.tenant AND w.scope_id = t.scope_id AND w.thread_uid = t.uid
     ORDER BY t.tenant, t.scope_id, t.uid FOR KEY SHARE OF t`,
    keysOf(threads),
  )
  return rows
}

export interface SweepMark extends ThreadKey {
  throughSeq: number
  tokenCount: number
  dueAt: Date | null
}

export async function saveSweeps(client: PoolClient, marks: readonly SweepMark[]): Promise<void> {
  await client.query(
    `INSERT INTO thread_sweep (tenant, scope_id, thread_uid, through_seq, token_count, due_at)
     SELECT * FROM unnest(${KEYS}, $4::int[], $5::bigint[], $6::timestamptz[])
     ON CONFLICT (tenant, scope_id, thread_uid) DO UPDATE
       SET through_seq = excluded.through_seq, token_count = excluded.token_count, due_at = excluded.due_at`,
    [
      ...keysOf(marks),
      marks.map(({ throughSeq }) => throughSeq),
      marks.map(({ tokenCount }) => tokenCount),
      marks.map(({ dueAt }) => dueAt),
    ],
  )
}

export interface SignalRow extends ThreadKey {
  signal: Signal
  count: number
  firstSeq: number
  lastSeq: number
  at: Date
}

/** Adds what was found to what is known. `unanswered` is a state: it is taken from those of `threads` that are not found with it. */
export async function addSignals(
  client: PoolClient,
  { threads, found }: { threads: readonly ThreadKey[]; found: readonly SignalRow[] },
): Promise<void> {
  const unanswered = new Set(found.filter(({ signal }) => signal === 'unanswered').map(({ uid }) => uid))
  const answered = threads.filter(({ uid }) => !unanswered.has(uid))
  await client.query(
    `DELETE FROM thread_signal s USING unnest(${KEYS}) AS k(tenant, scope_id, uid)
     WHERE s.tenant = k.tenant AND s.scope_id = k.scope_id AND s.thread_uid = k.uid AND s.signal = 'unanswered'`,
    keysOf(answered),
  )
  if (found.length === 0) return
  await client.query(
    `INSERT INTO thread_signal (tenant, scope_id, thread_uid, signal, count, first_seq, last_seq, at)
     SELECT * FROM unnest(${KEYS}, $4::text[], $5::int[], $6::int[], $7::int[], $8::timestamptz[])
     ON CONFLICT (tenant, scope_id, thread_uid, signal) DO UPDATE SET
       count = CASE WHEN excluded.signal = 'unanswered' THEN 1 ELSE thread_signal.count + excluded.count END,
       first_seq = CASE WHEN excluded.signal = 'unanswered' THEN excluded.first_seq ELSE thread_signal.first_seq END,
       last_seq = excluded.last_seq, at = excluded.at`,
    [
      ...keysOf(found),
      found.map(({ signal }) => signal),
      found.map(({ count }) => count),
      found.map(({ firstSeq }) => firstSeq),
      found.map(({ lastSeq }) => lastSeq),
      found.map(({ at }) => at),
    ],
  )
}
