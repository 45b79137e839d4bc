import type { PoolClient } from 'pg'
import { keepHoldsAsTheyAre, NOT_HELD } from './legal-holds'

/**
 * Removes at most `limit` threads that were deleted before a time, the oldest first, with everything that hangs on them
 * by foreign key. Of those in a family a tombstone without an id stays as long as one of the family is left, and a scope
 * stays as long as anything is in it. Threads that somebody restores just now are passed over, and so are those
 * under legal hold. Answers how many went; the
 * client must be in the reach 'all'.
 */
export async function purgeThreads(
  client: PoolClient,
  params: { deletedBefore: Date; limit: number },
): Promise<number> {
  await keepHoldsAsTheyAre(client)
  const { rows } = await client.query<{ uid: string; tenant: string; scope_id: string }>(
    `SELECT uid, tenant, scope_id FROM thread t WHERE deleted_at < $1 AND ${NOT_HELD}
     ORDER BY deleted_at LIMIT $2 FOR UPDATE OF t SKIP LOCKED`,
    [params.deletedBefore, params.limit],
  )
  const uids = rows.map(({ uid }) => uid)
  if (uids.length === 0) return 0
  const families = await client.query<{ tenant: string; scope_id: string; root_uid: string }>(
    `SELECT DISTINCT l.tenant, l.scope_id, l.root_uid FROM thread t
     JOIN lineage l ON l.tenant = t.tenant AND l.scope_id = t.scope_id AND l.thread_uid = t.uid
     WHERE t.uid = ANY ($1::uuid[])`,
    [uids],
  )
  if (families.rows.length > 0) await leaveFamilies(client, { uids, families: families.rows })
  // What operations on many threads have noted of them hangs on its job.
  await client.query('DELETE FROM bulk_target WHERE thread_uid = ANY ($1::uuid[])', [uids])
  await client.query('DELETE FROM thread WHERE uid = ANY ($1::uuid[])', [uids])
  await dropEmptyScopes(
    client,
    rows.map(({ tenant, scope_id }) => ({ tenant, id: scope_id })),
  )
  return uids.length
}

/** Turns members into tombstones, and removes the families in which nobody is left to see them. */
async function leaveFamilies(
  client: PoolClient,
  { uids, families }: { uids: string[]; families: { tenant: string; scope_id: string; root_uid: string }[] },
): Promise<void> {
  const keys = [
    families.map(({ tenant }) => tenant),
    families.map(({ scope_id }) => scope_id),
    families.map(({ root_uid }) => root_uid),
  ]
  const OF_FAMILIES = `(l.tenant, l.scope_id, l.root_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))`
  // Two processes that purge the last two members would each see the other one as left.
  await client.query(
    `SELECT 1 FROM lineage l WHERE ${OF_FAMILIES} ORDER BY l.tenant, l.scope_id, l.thread_uid FOR UPDATE`,
    keys,
  )
  await client.query(
    `UPDATE lineage l SET thread_id = NULL, purged_at = now() WHERE ${OF_FAMILIES} AND l.thread_uid = ANY ($4::uuid[])`,
    [...keys, uids],
  )
  await client.query(
    `DELETE FROM lineage l WHERE ${OF_FAMILIES} AND NOT EXISTS (
       SELECT 1 FROM lineage o
       WHERE o.tenant = l.tenant AND o.scope_id = l.scope_id AND o.root_uid = l.root_uid AND o.purged_at IS NULL)`,
    keys,
  )
}

/**
 * Removes those of the scopes in which neither a thread nor a place in a family is left. A scope that somebody writes the
 * first thread of just now is passed over; a writer who comes a moment later makes it anew.
 */
export async function dropEmptyScopes(
  client: PoolClient,
  scopes: readonly { tenant: string; id: string }[],
): Promise<void> {
  const keys = [scopes.map(({ tenant }) => tenant), scopes.map(({ id }) => id)]
  const { rows } = await client.query<{ tenant: string; id: string }>(
    `SELECT s.tenant, s.id FROM scope s WHERE (s.tenant, s.id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))
     FOR UPDATE SKIP LOCKED`,
    keys,
  )
  // A statement of its own, so that it sees what was committed before the lock was had.
  await client.query(
    `DELETE FROM scope s WHERE (s.tenant, s.id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))
       AND NOT EXISTS (SELECT 1 FROM thread t WHERE t.tenant = s.tenant AND t.scope_id = s.id)
       AND NOT EXISTS (SELECT 1 FROM lineage l WHERE l.tenant = s.tenant AND l.scope_id = s.id)`,
    [rows.map(({ tenant }) => tenant), rows.map(({ id }) => id)],
  )
}
