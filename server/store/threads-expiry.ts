import type { PoolClient } from 'pg'

/**
 * Hides the living threads whose newest entry names a time that is over; at most `limit` are looked at, those due first.
 * A thread that has been written since without a ttl stays, one with a later time is looked at again then. Any number of
 * processes may do it at once; the client must be in the reach 'all'.
 */
export async function expireThreads(
  client: PoolClient,
  { limit }: { limit: number },
): Promise<{ looked: number; expired: number }> {
  const { rows } = await client.query<{ isExpired: boolean }>(
    `WITH due AS MATERIALIZED (
       SELECT t.tenant, t.scope_id, t.uid FROM thread t
       WHERE t.expires_at <= now() AND t.deleted_at IS NULL
       ORDER BY t.expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
     ), newest AS MATERIALIZED (
       SELECT d.tenant, d.scope_id, d.uid, (
         SELECT e.expires_at FROM entry e
         WHERE e.tenant = d.tenant AND e.scope_id = d.scope_id AND e.thread_uid = d.uid
         ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS expires_at
       FROM due d
     )
     UPDATE thread t SET
       expires_at = CASE WHEN n.expires_at > now() THEN n.expires_at END,
       deleted_at = CASE WHEN n.expires_at <= now() THEN now() END,
       updated_at = CASE WHEN n.expires_at <= now() THEN now() ELSE t.updated_at END
     FROM newest n WHERE t.tenant = n.tenant AND t.scope_id = n.scope_id AND t.uid = n.uid
     RETURNING t.deleted_at IS NOT NULL AS "isExpired"`,
    [limit],
  )
  return { looked: rows.length, expired: rows.filter(({ isExpired }) => isExpired).length }
}
