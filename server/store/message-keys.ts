import type { PoolClient } from 'pg'
import { sqlParameters } from './sql-parameters'
import type { ThreadKey } from './thread-rows'
import { type FilterOptions, threadConditions } from './threads-filter'

/** A message as threads are compared and repeats are looked for, without its text. A redacted one keeps its first hash. */
export interface MessageKeyRow {
  seq: number
  id: string
  hash: string
  role: string
  tokens: number
  callIds: readonly string[]
}

const HASH = `encode(coalesce(r.original_hash, m.hash), 'base64')`
const REDACTED = `LEFT JOIN redaction r ON r.tenant = m.tenant AND r.scope_id = m.scope_id AND r.thread_uid = m.thread_uid
  AND r.seq = m.seq AND m.redacted_at IS NOT NULL`

/** All messages of a thread up to a seq, in order. */
export async function loadMessageKeys(
  client: PoolClient,
  { thread, to }: { thread: ThreadKey; to: number },
): Promise<MessageKeyRow[]> {
  const { rows } = await client.query<Omit<MessageKeyRow, 'callIds'> & { callIds: string | null }>(
    `SELECT m.seq, m.id, ${HASH} AS hash, m.role, m.tokens, m.call_ids AS "callIds" FROM message m ${REDACTED}
     WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq <= $4 ORDER BY m.seq`,
    [thread.tenant, thread.scopeId, thread.uid, to],
  )
  return rows.map((row) => ({
    ...row,
    // JSON that the write made: a list of texts.
    callIds: row.callIds === null ? [] : (JSON.parse(row.callIds) as string[]),
  }))
}

export interface ScannedThread extends ThreadKey {
  messageCount: number
}

/** At most `limit` threads that match, behind a uid, in the order of their uids. */
export async function threadsToScan(
  client: PoolClient,
  params: FilterOptions & { afterUid: string | null; limit: number },
): Promise<ScannedThread[]> {
  if (params.reach.kind === 'scope' && params.scopeId === null) return []
  const parameters = sqlParameters()
  const conditions = threadConditions(params, parameters)
  if (params.afterUid !== null) conditions.push(`t.uid > ${parameters.bind(params.afterUid)}::uuid`)
  const { rows } = await client.query<ScannedThread>(
    `SELECT t.tenant, t.scope_id AS "scopeId", t.uid, t.message_count AS "messageCount" FROM thread t
     WHERE ${conditions.join(' AND ')} ORDER BY t.uid LIMIT ${parameters.bind(params.limit)}`,
    parameters.values,
  )
  return rows
}

/** Those of the threads in which an answer stands twice, as one does wherever a turn does. */
export async function threadsWithEqualAnswers(
  client: PoolClient,
  threads: readonly ThreadKey[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ uid: string }>(
    `SELECT k.uid FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS k(tenant, scope_id, uid)
     WHERE EXISTS (
       SELECT 1 FROM message m ${REDACTED}
       WHERE m.tenant = k.tenant AND m.scope_id = k.scope_id AND m.thread_uid = k.uid AND m.role = 'assistant'
       GROUP BY coalesce(r.original_hash, m.hash) HAVING count(*) > 1)`,
    [threads.map(({ tenant }) => tenant), threads.map(({ scopeId }) => scopeId), threads.map(({ uid }) => uid)],
  )
  return new Set(rows.map(({ uid }) => uid))
}
