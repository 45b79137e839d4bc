import type { PoolClient } from 'pg'
import { STATUS_NOW } from './review-conditions'
import { type SqlParameters, sqlParameters } from './sql-parameters'
import type { ThreadKey } from './thread-rows'
import { type FilterOptions, threadConditions } from './threads-filter'

/** What a queue holds: its filter, and the share of the threads in it. */
export interface QueuePool extends FilterOptions {
  /** Percent. */
  share: number
}

/** Who asks, and how the queue is divided between its members (none: it is not). */
export interface Asker {
  operatorId: string
  /** Place of the asker among the members, and how many there are. */
  turn: { place: number; of: number } | null
  /** What the asker has skipped: left out, or asked for alone. */
  skipped: 'without' | 'only'
}

/** A number from 0 to 65,535 that a uid has for ever; two bytes of its hash, from `byte` on. */
const draw = (byte: 0 | 2) =>
  `(get_byte(sha256(uuid_send(t.uid)), ${byte}) * 256 + get_byte(sha256(uuid_send(t.uid)), ${byte + 1}))`

const REVIEW = `LEFT JOIN thread_review r ON r.tenant = t.tenant AND r.scope_id = t.scope_id AND r.thread_uid = t.uid`
const IS_OPEN = `(r.thread_uid IS NULL OR ${STATUS_NOW} = 'open')`

function poolConditions(pool: QueuePool, parameters: SqlParameters): string[] {
  const { bind } = parameters
  return [
    ...threadConditions(pool, parameters),
    't.last_message_at IS NOT NULL',
    IS_OPEN,
    ...(pool.share < 100 ? [`${draw(0)} % 100 < ${bind(pool.share)}`] : []),
  ]
}

function askerConditions({ operatorId, skipped }: Asker, { bind }: SqlParameters): string[] {
  const me = bind(operatorId)
  return [
    `(r.assignee IS NULL OR r.assignee = ${me})`,
    skipped === 'only' ? `${me} = ANY (r.skipped_by)` : `(r.thread_uid IS NULL OR NOT ${me} = ANY (r.skipped_by))`,
  ]
}

/** The threads that wait, the longest waiting first; with `isOwnTurn` only those whose turn is the asker's. */
export async function waitingThreads(
  client: PoolClient,
  params: { pool: QueuePool; asker: Asker; isOwnTurn: boolean; limit: number },
): Promise<ThreadKey[]> {
  const { pool, asker, isOwnTurn, limit } = params
  if (pool.reach.kind === 'scope' && pool.scopeId === null) return []
  const parameters = sqlParameters()
  const conditions = [...poolConditions(pool, parameters), ...askerConditions(asker, parameters)]
  if (isOwnTurn && asker.turn) {
    const { place, of } = asker.turn
    conditions.push(
      `(r.assignee IS NOT NULL OR ${draw(2)} % ${parameters.bind(of)}::int = ${parameters.bind(place)}::int)`,
    )
  }
  const { rows } = await client.query<ThreadKey>(
    `SELECT t.tenant, t.scope_id AS "scopeId", t.uid FROM thread t ${REVIEW}
     WHERE ${conditions.join(' AND ')} ORDER BY t.last_message_at, t.uid LIMIT ${parameters.bind(limit)}`,
    parameters.values,
  )
  return rows
}

/** How many threads wait, up to `cap`, and since when the first of them; of everybody, or of the asker alone. */
export async function countWaiting(
  client: PoolClient,
  params: { pool: QueuePool; asker?: Asker; cap: number },
): Promise<{ count: number; oldestAt: Date | null }> {
  const { pool, asker, cap } = params
  if (pool.reach.kind === 'scope' && pool.scopeId === null) return { count: 0, oldestAt: null }
  const parameters = sqlParameters()
  const conditions = [...poolConditions(pool, parameters), ...(asker ? askerConditions(asker, parameters) : [])]
  const { rows } = await client.query<{ count: number; oldestAt: Date | null }>(
    `SELECT count(*)::int AS count, min(f.last_message_at) AS "oldestAt" FROM (
       SELECT t.last_message_at FROM thread t ${REVIEW} WHERE ${conditions.join(' AND ')}
       ORDER BY t.last_message_at LIMIT ${parameters.bind(cap)}) f`,
    parameters.values,
  )
  return rows[0] ?? { count: 0, oldestAt: null }
}

/**
 * Claims a thread unless somebody else has it, is just taking it, or it is open no more. What a claim meets is looked at
 * again when its row is locked, so that no thread is handed out twice.
 */
export async function claimThread(
  client: PoolClient,
  params: { thread: ThreadKey; operatorId: string; queueId: string; minutes: number },
): Promise<boolean> {
  const { thread, operatorId, queueId, minutes } = params
  // Whoever is just taking it has this lock: what SKIP LOCKED does, also for a row that is not there yet.
  const { rowCount } = await client.query(
    `WITH k AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended($3::text, 23)) AS mine)
     INSERT INTO thread_review AS r (tenant, scope_id, thread_uid, claimed_by, claimed_until, queue_id)
     SELECT $1, $2::uuid, $3::uuid, $4, now() + make_interval(mins => $6::int), $5::uuid FROM k WHERE k.mine
     ON CONFLICT (tenant, scope_id, thread_uid) DO UPDATE SET claimed_by = excluded.claimed_by,
       claimed_until = excluded.claimed_until, queue_id = excluded.queue_id, updated_at = now(), version = r.version + 1,
       skipped_by = array_remove(r.skipped_by, $4)
     WHERE (SELECT ${STATUS_NOW} FROM thread t WHERE t.tenant = r.tenant AND t.scope_id = r.scope_id AND t.uid = r.thread_uid) = 'open'
       AND (r.assignee IS NULL OR r.assignee = $4)`,
    [thread.tenant, thread.scopeId, thread.uid, operatorId, queueId, minutes],
  )
  return rowCount === 1
}

/** What one person holds at the moment; of one queue, or of all. */
export async function heldThreads(
  client: PoolClient,
  { operatorId }: { operatorId: string },
): Promise<(ThreadKey & { queueId: string | null })[]> {
  const { rows } = await client.query<ThreadKey & { queueId: string | null }>(
    `SELECT r.tenant, r.scope_id AS "scopeId", r.thread_uid AS uid, r.queue_id AS "queueId"
     FROM thread_review r JOIN thread t ON t.tenant = r.tenant AND t.scope_id = r.scope_id AND t.uid = r.thread_uid
     WHERE r.claimed_by = $1 AND r.claimed_until > now() AND t.deleted_at IS NULL ORDER BY r.claimed_until DESC`,
    [operatorId],
  )
  return rows
}

/** A person who asks again for what they hold has it for the whole time again. */
export async function extendClaim(
  client: PoolClient,
  params: { uid: string; operatorId: string; minutes: number },
): Promise<void> {
  await client.query(
    `UPDATE thread_review SET claimed_until = now() + make_interval(mins => $3::int)
     WHERE thread_uid = $1 AND claimed_by = $2`,
    [params.uid, params.operatorId, params.minutes],
  )
}
