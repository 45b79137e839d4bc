import type { PoolClient } from 'pg'
import type { ThreadKey, ThreadRow } from './thread-rows'

/** One member of a family of forks; a purged one has lost its id, its title and its size, not its place. */
export interface LineageRow {
  uid: string
  threadId: string | null
  title: string | null
  parentUid: string | null
  forkedAtSeq: number | null
  /** Messages that a fork began with; null for a root, and where it was not noted. */
  copied: number | null
  messageCount: number | null
  tokenCount: number | null
  createdAt: Date
  isDeleted: boolean
  isPurged: boolean
}

/** A family shows this many members at most, the oldest first. */
export const FAMILY_LIMIT = 1_000

/** All members of a thread's family, the root first; none when it has neither parent nor forks. */
export async function listFamily(client: PoolClient, thread: ThreadKey): Promise<LineageRow[]> {
  const { rows } = await client.query<LineageRow>(
    `SELECT l.thread_uid AS uid, l.thread_id AS "threadId", l.parent_uid AS "parentUid", l.forked_at_seq AS "forkedAtSeq", l.copied,
            l.created_at AS "createdAt", l.purged_at IS NOT NULL AS "isPurged",
            l.purged_at IS NULL AND t.deleted_at IS NOT NULL AS "isDeleted",
            CASE WHEN t.deleted_at IS NULL THEN t.title END AS title,
            CASE WHEN t.deleted_at IS NULL THEN t.message_count END AS "messageCount",
            CASE WHEN t.deleted_at IS NULL THEN t.token_count::float8 END AS "tokenCount"
     FROM lineage own
     JOIN lineage l ON l.tenant = own.tenant AND l.scope_id = own.scope_id AND l.root_uid = own.root_uid
     LEFT JOIN thread t ON t.tenant = l.tenant AND t.scope_id = l.scope_id AND t.uid = l.thread_uid
     WHERE own.tenant = $1 AND own.scope_id = $2 AND own.thread_uid = $3
     ORDER BY l.thread_uid <> l.root_uid, l.created_at, l.thread_uid LIMIT ${FAMILY_LIMIT}`,
    [thread.tenant, thread.scopeId, thread.uid],
  )
  return rows
}

export interface Fork {
  source: ThreadRow
  uid: string
  threadId: string
  /** Newest seq of the source that the fork knows; null when it took over none. */
  forkedAtSeq: number | null
  /** Messages that it begins with, where that is known. */
  copied: number | null
}

/** Notes a fork; its source becomes the root of a family when it is in none yet. */
export async function insertLineage(client: PoolClient, fork: Fork): Promise<void> {
  const { source } = fork
  await client.query(
    `INSERT INTO lineage (tenant, scope_id, thread_uid, root_uid, thread_id, created_at) VALUES ($1, $2, $3, $3, $4, $5)
     ON CONFLICT (tenant, scope_id, thread_uid) DO NOTHING`,
    [source.tenant, source.scopeId, source.uid, source.threadId, source.createdAt],
  )
  await client.query(
    `INSERT INTO lineage (tenant, scope_id, thread_uid, root_uid, parent_uid, forked_at_seq, thread_id, copied)
     SELECT l.tenant, l.scope_id, $4, l.root_uid, l.thread_uid, $5, $6, $7 FROM lineage l
     WHERE l.tenant = $1 AND l.scope_id = $2 AND l.thread_uid = $3`,
    [source.tenant, source.scopeId, source.uid, fork.uid, fork.forkedAtSeq, fork.threadId, fork.copied],
  )
}
