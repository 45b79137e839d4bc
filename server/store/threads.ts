import type { PoolClient } from 'pg'
import type { Reach } from '../auth/reach'
import { sqlParameters } from './sql-parameters'
import { THREAD_COLUMNS, THREAD_SOURCE, type ThreadKey, type ThreadRow } from './thread-rows'
import { reachConditions } from './threads-filter'

/** A thread by uid, or by the caller's id, which names one thread within a scope. */
export type ThreadReference = { uid: string } | { threadId: string }

export interface FindThreadParams {
  reach: Reach
  scopeId: string | null
  reference: ThreadReference
  /** Look among the deleted: the newest deleted thread of an id. */
  isDeleted?: boolean
  /** Hold the thread's row until the transaction ends, as each write to it does. */
  lock?: boolean
}

/** Null for absent, deleted and foreign threads alike (S3). */
export async function findThread(client: PoolClient, params: FindThreadParams): Promise<ThreadRow | null> {
  const { reach, scopeId, reference, isDeleted = false, lock = false } = params
  if (reach.kind === 'scope' && scopeId === null) return null
  const parameters = sqlParameters()
  const conditions = reachConditions(reach, scopeId, parameters)
  conditions.push(isDeleted ? 't.deleted_at IS NOT NULL' : 't.deleted_at IS NULL')
  conditions.push(
    'uid' in reference
      ? `t.uid = ${parameters.bind(reference.uid)}::uuid`
      : `t.thread_id = ${parameters.bind(reference.threadId)}`,
  )
  const { rows } = await client.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM ${THREAD_SOURCE} WHERE ${conditions.join(' AND ')}
     ORDER BY t.deleted_at DESC, t.uid DESC LIMIT 1 ${lock ? 'FOR NO KEY UPDATE OF t' : ''}`,
    parameters.values,
  )
  return rows[0] ?? null
}

/** The living ones among these uids, within the reach the client is in; in no order. */
export async function findThreads(client: PoolClient, uids: readonly string[]): Promise<ThreadRow[]> {
  const { rows } = await client.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM ${THREAD_SOURCE} WHERE t.uid = ANY ($1::uuid[]) AND t.deleted_at IS NULL`,
    [uids],
  )
  return rows
}

/** Which of these uids stand within a reach, living or deleted; purged ones do not. */
export async function threadsWithin(
  client: PoolClient,
  { reach, scopeId, uids }: { reach: Reach; scopeId: string | null; uids: readonly string[] },
): Promise<string[]> {
  const parameters = sqlParameters()
  const conditions = reachConditions(reach, scopeId, parameters)
  const { rows } = await client.query<{ uid: string }>(
    `SELECT t.uid FROM thread t
     WHERE ${[...conditions, `t.uid = ANY (${parameters.bind(uids)}::uuid[])`].join(' AND ')}`,
    parameters.values,
  )
  return rows.map(({ uid }) => uid)
}

/** Locks the living (or deleted) ones among these uids, always in the order of their uids. */
export async function lockThreads(
  client: PoolClient,
  params: { uids: readonly string[]; isDeleted: boolean },
): Promise<ThreadRow[]> {
  const { rows } = await client.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM ${THREAD_SOURCE}
     WHERE t.uid = ANY ($1::uuid[]) AND (t.deleted_at IS NOT NULL) = $2
     ORDER BY t.uid FOR NO KEY UPDATE OF t`,
    [params.uids, params.isDeleted],
  )
  return rows
}

/** Enters a scope and makes it when nobody has written there yet; answers its id. */
export async function makeScope(
  client: PoolClient,
  params: { tenant: string; subject: string; newScopeId: string },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT loci_make_scope($1, $2, $3) AS id', [
    params.tenant,
    params.subject,
    params.newScopeId,
  ])
  const made = rows[0]
  if (!made) throw new Error('loci_make_scope answered nothing')
  return made.id
}

/** The texts of a new thread; JSON as text. */
export interface NewThread extends ThreadKey {
  threadId: string
  agentName: string | null
  title: string | null
  metadata: string
  state: string | null
  counter: string
}

/** False when a living thread of the scope has the id. A transaction that is about to take it is waited for. */
export async function insertThread(client: PoolClient, thread: NewThread): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO thread (tenant, scope_id, uid, thread_id, agent_name, title, metadata, state, counter)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant, scope_id, thread_id) WHERE deleted_at IS NULL DO NOTHING`,
    [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      thread.threadId,
      thread.agentName,
      thread.title,
      thread.metadata,
      thread.state,
      thread.counter,
    ],
  )
  return rowCount === 1
}

/** Saves what people and callers may set. Whoever calls holds the row's lock, or overwrites what another one set. */
export async function saveThread(
  client: PoolClient,
  thread: ThreadKey & Pick<ThreadRow, 'title' | 'metadata' | 'state' | 'agentName'>,
): Promise<void> {
  await client.query(
    `UPDATE thread SET title = $4, metadata = $5, state = $6, agent_name = $7, updated_at = now()
     WHERE tenant = $1 AND scope_id = $2 AND uid = $3`,
    [thread.tenant, thread.scopeId, thread.uid, thread.title, thread.metadata, thread.state, thread.agentName],
  )
}

/** `window` is JSON text; null follows the agent. It moves `updatedAt`, as every change of a person does. */
export async function saveThreadWindow(
  client: PoolClient,
  { tenant, scopeId, uid }: ThreadKey,
  { window, version }: { window: string | null; version: number },
): Promise<void> {
  await client.query(
    `UPDATE thread SET "window" = $4, window_version = $5, updated_at = now()
     WHERE tenant = $1 AND scope_id = $2 AND uid = $3`,
    [tenant, scopeId, uid, window, version],
  )
}

/** Says that these threads were changed, where the change stands in another table. */
export async function touchThreads(client: PoolClient, threads: readonly ThreadKey[]): Promise<void> {
  await client.query('UPDATE thread SET updated_at = now() WHERE uid = ANY ($1::uuid[])', [
    threads.map(({ uid }) => uid),
  ])
}
