import type { Pool, PoolClient } from 'pg'
import { NOT_HELD } from './legal-holds'
import { dropEmptyScopes } from './threads-purge'

/** The tag that marks what came with the samples; its value says that a thread is not whole yet. */
export const SAMPLE_TAG = 'sample'
export const SAMPLE_LOADING = 'loading'

export async function markSamples(pool: Pool | PoolClient, areLoaded: boolean): Promise<void> {
  await pool.query('UPDATE installation SET samples_at = CASE WHEN $1 THEN now() END WHERE id = 1', [areLoaded])
}

/** Gives a sample thread's entries the times at which such a conversation would have taken place, oldest entry first. */
export async function backdateThread(client: PoolClient, uid: string, endedAt: readonly Date[]): Promise<void> {
  await client.query(
    `WITH dated AS (
       SELECT e.id, e.first_seq, e.last_seq, ($2::timestamptz[])[row_number() OVER (ORDER BY e.first_seq, e.id)] AS at
       FROM entry e WHERE e.thread_uid = $1
     ), messages AS (
       UPDATE message m SET created_at = d.at FROM dated d
       WHERE m.thread_uid = $1 AND m.entry_id = d.id AND d.at IS NOT NULL
     ), entries AS (
       UPDATE entry e SET created_at = d.at FROM dated d WHERE e.thread_uid = $1 AND e.id = d.id AND d.at IS NOT NULL
     )
     UPDATE thread SET created_at = $3, updated_at = $4, last_message_at = $4, accessed_at = $4 WHERE uid = $1`,
    [uid, endedAt, endedAt[0], endedAt.at(-1)],
  )
}

/**
 * Sample threads, and whether anybody but the loader has written into them; those that somebody has, and that are in the
 * trash, are samples no more, and those under legal hold stay.
 */
export async function findSampleThreads(client: PoolClient): Promise<{ uid: string; isUntouched: boolean }[]> {
  const { rows } = await client.query<{ uid: string; isUntouched: boolean }>(
    `SELECT uid, "isUntouched" FROM (
       SELECT t.uid, t.deleted_at, NOT EXISTS (
         SELECT 1 FROM entry e WHERE e.tenant = t.tenant AND e.scope_id = t.scope_id AND e.thread_uid = t.uid
           AND e.written_by IS DISTINCT FROM 'system') AS "isUntouched"
       FROM thread_tag g JOIN thread t ON t.tenant = g.tenant AND t.scope_id = g.scope_id AND t.uid = g.thread_uid
       WHERE g.key = $1 AND g.value IN ('', $2) AND ${NOT_HELD}) found
     WHERE "isUntouched" OR deleted_at IS NULL`,
    [SAMPLE_TAG, SAMPLE_LOADING],
  )
  return rows
}

/** Removes threads for good, with all that hangs on them and their places in family trees. */
export async function dropThreads(client: PoolClient, uids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ tenant: string; id: string }>(
    'DELETE FROM thread WHERE uid = ANY ($1::uuid[]) RETURNING tenant, scope_id AS id',
    [uids],
  )
  await client.query('DELETE FROM lineage WHERE thread_uid = ANY ($1::uuid[])', [uids])
  await dropEmptyScopes(client, rows)
}
