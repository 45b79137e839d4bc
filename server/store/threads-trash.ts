import type { PoolClient } from 'pg'
import { sqlState } from './database-error'
import type { ThreadKey, ThreadRow } from './thread-rows'

/** Hides living threads at once, everywhere (S3). Their rows stay until the purge. */
export async function trashThreads(client: PoolClient, threads: readonly ThreadKey[]): Promise<void> {
  await client.query(
    'UPDATE thread SET deleted_at = now(), updated_at = now() WHERE uid = ANY ($1::uuid[]) AND deleted_at IS NULL',
    [threads.map(({ uid }) => uid)],
  )
}

/**
 * Takes a thread out of the trash under an id, to stay: its ttl, which may be what brought it there, is over. False when a living thread of its scope has that id; the row must be
 * locked by the caller.
 */
export async function untrashThread(client: PoolClient, thread: ThreadRow, threadId: string): Promise<boolean> {
  await client.query('SAVEPOINT untrash')
  try {
    await client.query(
      `UPDATE thread SET deleted_at = NULL, thread_id = $4, expires_at = NULL, updated_at = now()
       WHERE tenant = $1 AND scope_id = $2 AND uid = $3`,
      [thread.tenant, thread.scopeId, thread.uid, threadId],
    )
    await client.query('RELEASE SAVEPOINT untrash')
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT untrash')
    if (sqlState(error) === '23505') return false
    throw error
  }
  await client.query(
    'UPDATE lineage SET thread_id = $4 WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND thread_id <> $4',
    [thread.tenant, thread.scopeId, thread.uid, threadId],
  )
  return true
}
