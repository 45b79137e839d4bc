import type { PoolClient } from 'pg'
import type { Reach } from '../auth/reach'
import { type SqlParameters, sqlParameters } from './sql-parameters'
import { THREAD_COLUMNS, THREAD_SOURCE, type ThreadKey, type ThreadRow } from './thread-rows'
import { reachConditions } from './threads-filter'
import type { Queryable } from './window-rows'

/** Threads whose window is that of one agent, or of all agents but these. A window of the thread's own leaves it out (W2). */
export type WindowOwner = { readonly agentName: string } | { readonly except: readonly string[] }

/** Whose threads, within what the caller may see. */
export interface OwnedThreads {
  readonly owner: WindowOwner
  readonly reach: Reach
  readonly scopeId: string | null
}

function ownedBy({ owner, reach, scopeId }: OwnedThreads, parameters: SqlParameters): string {
  const { bind } = parameters
  const agent =
    'agentName' in owner
      ? `t.agent_name = ${bind(owner.agentName)}`
      : `(t.agent_name IS NULL OR NOT t.agent_name = ANY (${bind(owner.except)}::text[]))`
  return [...reachConditions(reach, scopeId, parameters), 't.deleted_at IS NULL', 't."window" IS NULL', agent].join(
    ' AND ',
  )
}

/** How many living threads follow the window. Call it inside `withReach`. */
export async function countOwned(client: Queryable, threads: OwnedThreads): Promise<number> {
  const parameters = sqlParameters()
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM thread t WHERE ${ownedBy(threads, parameters)}`,
    parameters.values,
  )
  return rows[0]?.count ?? 0
}

/**
 * Some of them after a uid, in the order of their uids; of all only each `every`th, always the same ones. Call it inside
 * `withReach`.
 */
export async function listOwned(
  client: PoolClient,
  params: OwnedThreads & { every: number; afterUid: string | null; limit: number },
): Promise<ThreadRow[]> {
  const parameters = sqlParameters()
  const { bind } = parameters
  const conditions = [ownedBy(params, parameters)]
  if (params.every > 1) conditions.push(`(hashtext(t.uid::text) & 2147483647) % ${bind(params.every)} = 0`)
  if (params.afterUid !== null) conditions.push(`t.uid > ${bind(params.afterUid)}::uuid`)
  const { rows } = await client.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM ${THREAD_SOURCE} WHERE ${conditions.join(' AND ')}
     ORDER BY t.uid LIMIT ${bind(params.limit)}`,
    parameters.values,
  )
  return rows
}

/** The one written last, or the one with most messages; null where there is none. Call it inside `withReach`. */
export async function pickOwned(
  client: PoolClient,
  params: OwnedThreads & { pick: 'newest' | 'longest' },
): Promise<ThreadRow | null> {
  const parameters = sqlParameters()
  const order = params.pick === 'newest' ? 't.last_message_at' : 't.message_count'
  const { rows } = await client.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM ${THREAD_SOURCE} WHERE ${ownedBy(params, parameters)} AND t.last_message_at IS NOT NULL
     ORDER BY ${order} DESC, t.uid DESC LIMIT 1`,
    parameters.values,
  )
  return rows[0] ?? null
}

/** Where a page of them ended, by their newest message. */
export interface OwnedPosition {
  readonly lastMessageAt: string
  readonly uid: string
}

/** Those written last, after a position. Call it inside `withReach`. */
export async function listOwnedByTime(
  client: PoolClient,
  params: OwnedThreads & { after: OwnedPosition | null; limit: number },
): Promise<(ThreadRow & { writtenAt: string })[]> {
  const parameters = sqlParameters()
  const { bind } = parameters
  const conditions = [ownedBy(params, parameters), 't.last_message_at IS NOT NULL']
  if (params.after) {
    const { lastMessageAt, uid } = params.after
    conditions.push(`(t.last_message_at, t.uid) < (${bind(lastMessageAt)}::timestamptz, ${bind(uid)}::uuid)`)
  }
  const { rows } = await client.query<ThreadRow & { writtenAt: string }>(
    `SELECT ${THREAD_COLUMNS}, t.last_message_at::text AS "writtenAt" FROM ${THREAD_SOURCE} WHERE ${conditions.join(' AND ')}
     ORDER BY t.last_message_at DESC, t.uid DESC LIMIT ${bind(params.limit)}`,
    parameters.values,
  )
  return rows
}

/** One write, and so the read before it, of a thread. */
export interface PastReadRow {
  readonly entryId: string
  readonly createdAt: Date
  readonly runId: string | null
  /** Messages that the thread held before it. */
  readonly through: number
  /** What had been handed out, as JSON text; null where the agent did not say. */
  readonly read: string | null
}

/** The newest writes of each thread, newest first, in the order asked: one statement. Call it inside `withReach`. */
export async function pastReads(
  client: Queryable,
  { threads, each }: { threads: readonly ThreadKey[]; each: number },
): Promise<PastReadRow[][]> {
  const found: PastReadRow[][] = threads.map(() => [])
  if (threads.length === 0) return found
  const { rows } = await client.query<PastReadRow & { i: number }>({
    name: 'past-reads',
    text: `SELECT q.i::int AS i, e.id AS "entryId", e.created_at AS "createdAt", e.run_id AS "runId",
        e.first_seq - 1 AS through, e.read
      FROM unnest($1::text[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS q(tenant, scope_id, uid, i)
      CROSS JOIN LATERAL (
        SELECT n.id, n.created_at, n.run_id, n.first_seq, n.read FROM entry n
        WHERE n.tenant = q.tenant AND n.scope_id = q.scope_id AND n.thread_uid = q.uid
        ORDER BY n.id DESC LIMIT $4) e
      ORDER BY q.i, e.id DESC`,
    values: [
      threads.map(({ tenant }) => tenant),
      threads.map(({ scopeId }) => scopeId),
      threads.map(({ uid }) => uid),
      each,
    ],
  })
  for (const { i, ...row } of rows) found[i - 1]?.push(row)
  return found
}
