import type { PoolClient } from 'pg'
import { EXPORT_KEPT_HOURS } from '../schemas/exports'
import { sqlParameters } from './sql-parameters'
import { THREAD_COLUMNS, type ThreadKey, type ThreadRow } from './thread-rows'
import { type FilterOptions, threadConditions } from './threads-filter'

/** Messages of one page: at most so many, and so many bytes of text beyond the first one. */
const PAGE_MESSAGES = 1_000
const PAGE_BYTES = 4 * 1024 * 1024

export type ExportedThread = ThreadRow & { parentThreadId: string | null; pins: number[] }

/** At most `limit` threads behind a uid, or that of one, in the order of their uids, in which a thread stands before its forks. */
export async function threadsToExport(
  client: PoolClient,
  params: FilterOptions & { afterUid: string | null; limit: number; uid?: string },
): Promise<ExportedThread[]> {
  if (params.reach.kind === 'scope' && params.scopeId === null) return []
  const parameters = sqlParameters()
  const conditions = threadConditions(params, parameters)
  if (params.afterUid !== null) conditions.push(`t.uid > ${parameters.bind(params.afterUid)}::uuid`)
  if (params.uid !== undefined) conditions.push(`t.uid = ${parameters.bind(params.uid)}::uuid`)
  const { rows } = await client.query<ExportedThread>(
    `SELECT ${THREAD_COLUMNS}, t.pinned_seqs AS pins, p.thread_id AS "parentThreadId"
     FROM (SELECT t.* FROM thread t WHERE ${conditions.join(' AND ')} ORDER BY t.uid LIMIT ${parameters.bind(params.limit)}) t
     JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id
     LEFT JOIN thread p ON p.tenant = t.tenant AND p.scope_id = t.scope_id AND p.uid = t.parent_uid
     ORDER BY t.uid`,
    parameters.values,
  )
  return rows
}

/** How many threads and messages there are to export. */
export async function countToExport(
  client: PoolClient,
  params: FilterOptions,
): Promise<{ threads: number; messages: number }> {
  if (params.reach.kind === 'scope' && params.scopeId === null) return { threads: 0, messages: 0 }
  const parameters = sqlParameters()
  const { rows } = await client.query<{ threads: number; messages: number }>(
    `SELECT count(*)::int AS threads, coalesce(sum(t.message_count), 0)::float8 AS messages
     FROM thread t WHERE ${threadConditions(params, parameters).join(' AND ')}`,
    parameters.values,
  )
  return rows[0] ?? { threads: 0, messages: 0 }
}

export interface ExportedEntry {
  id: string
  firstSeq: number
  lastSeq: number
  mode: string
  agentName: string | null
  runId: string | null
  /** JSON text. */
  run: string | null
  tags: Record<string, string>
  createdAt: Date
  expiresAt: Date | null
}

/** The entries whose messages all stand within the first `count` of the thread, in their order. */
export async function entriesToExport(
  client: PoolClient,
  { thread, count }: { thread: ThreadKey; count: number },
): Promise<ExportedEntry[]> {
  const { rows } = await client.query<ExportedEntry>(
    `SELECT e.id, e.first_seq AS "firstSeq", e.last_seq AS "lastSeq", e.mode, e.agent_name AS "agentName",
            e.run_id AS "runId", e.run, e.created_at AS "createdAt", e.expires_at AS "expiresAt",
            coalesce((SELECT json_object_agg(g.key, g.value ORDER BY g.key) FROM entry_tag g
              WHERE g.tenant = e.tenant AND g.scope_id = e.scope_id AND g.thread_uid = e.thread_uid AND g.entry_id = e.id),
              '{}') AS tags
     FROM entry e WHERE e.tenant = $1 AND e.scope_id = $2 AND e.thread_uid = $3 AND e.last_seq <= $4
     ORDER BY e.first_seq, e.last_seq, e.id`,
    [thread.tenant, thread.scopeId, thread.uid, count],
  )
  return rows
}

export interface ExportedMessage {
  seq: number
  /** JSON text, as stored (M2). */
  raw: string
  entryId: string
  createdAt: Date
  redactedAt: Date | null
}

/** The next page of a thread's messages, through `count`. */
export async function messagesToExport(
  client: PoolClient,
  { thread, after, count }: { thread: ThreadKey; after: number; count: number },
): Promise<ExportedMessage[]> {
  const { rows } = await client.query<ExportedMessage>(
    `SELECT seq, raw, entry_id AS "entryId", created_at AS "createdAt", redacted_at AS "redactedAt"
     FROM (
       SELECT m.*, sum(octet_length(m.raw)) OVER (ORDER BY m.seq) AS bytes FROM message m
       WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq > $4 AND m.seq <= $5
       ORDER BY m.seq LIMIT ${PAGE_MESSAGES}) page
     WHERE bytes <= ${PAGE_BYTES} OR seq = $4 + 1 ORDER BY seq`,
    [thread.tenant, thread.scopeId, thread.uid, after, count],
  )
  return rows
}

/** Keeps a part of what an export writes, unless it was ended meanwhile. Parts are only seen in the reach 'all'. */
export async function insertExportPart(
  client: PoolClient,
  part: { jobId: string; number: number; text: string },
): Promise<void> {
  await client.query(
    `INSERT INTO export_part (job_id, number, text)
     SELECT id, $2, $3 FROM job WHERE id = $1 AND state = 'running' FOR SHARE`,
    [part.jobId, part.number, part.text],
  )
}

/** The part's text; null behind the last one. */
export async function findExportPart(
  client: PoolClient,
  part: { jobId: string; number: number },
): Promise<string | null> {
  const { rows } = await client.query<{ text: string }>(
    'SELECT text FROM export_part WHERE job_id = $1 AND number = $2',
    [part.jobId, part.number],
  )
  return rows[0]?.text ?? null
}

/** Before an export is written anew. */
export async function removeExportParts(client: PoolClient, jobId: string): Promise<void> {
  await client.query('DELETE FROM export_part WHERE job_id = $1', [jobId])
}

/** Removes what exports wrote that ended without a result, or can be fetched no longer. */
export async function removeOldExports(client: PoolClient): Promise<void> {
  await client.query(
    `DELETE FROM export_part p USING job j
     WHERE j.id = p.job_id
       AND (j.state IN ('failed', 'cancelled') OR j.created_at < now() - interval '${EXPORT_KEPT_HOURS} hours')`,
  )
}
