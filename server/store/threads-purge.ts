import type { PoolClient } from 'pg'

/**
 * Removes at most `limit` threads that were deleted before a time, the oldest first, with everything that hangs on them
 * by foreign key. Of those in a family a tombstone without an id stays. Threads that somebody restores just now are
 * passed over. Answers how many went; the client must be in the reach 'all'.
 */
export async function purgeThreads(
  client: PoolClient,
  params: { deletedBefore: Date; limit: number },
): Promise<number> {
  const { rows } = await client.query<{ uid: string }>(
    `SELECT uid FROM thread WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [params.deletedBefore, params.limit],
  )
  const uids = rows.map(({ uid }) => uid)
  if (uids.length === 0) return 0
  await client.query(
    `UPDATE lineage l SET thread_id = NULL, purged_at = now() FROM thread t
     WHERE t.uid = ANY ($1::uuid[]) AND l.tenant = t.tenant AND l.scope_id = t.scope_id AND l.thread_uid = t.uid`,
    [uids],
  )
  await client.query('DELETE FROM thread WHERE uid = ANY ($1::uuid[])', [uids])
  return uids.length
}
