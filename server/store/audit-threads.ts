import type { Pool } from 'pg'
import { withReach } from './reach'

/** The threads of these uids, and the living one of an id; with their tenants, in their order. */
export async function openedThreads(
  pool: Pool,
  { uids, byId }: { uids: readonly string[]; byId: { tenant: string; subject: string; threadId: string } | null },
): Promise<{ tenant: string; uid: string }[]> {
  return withReach(pool, { kind: 'all' }, async ({ client }) => {
    const { rows } = await client.query<{ tenant: string; uid: string }>(
      `SELECT t.tenant, t.uid FROM thread t WHERE t.uid = ANY ($1::uuid[])
       UNION
       SELECT t.tenant, t.uid FROM scope s JOIN thread t ON t.tenant = s.tenant AND t.scope_id = s.id
       WHERE s.tenant = $2 AND s.subject = $3 AND t.thread_id = $4 AND t.deleted_at IS NULL
       ORDER BY tenant, uid`,
      [uids, byId?.tenant ?? null, byId?.subject ?? null, byId?.threadId ?? null],
    )
    return rows
  })
}
