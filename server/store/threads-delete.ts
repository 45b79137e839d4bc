import type { Queryable } from './window-rows'

/**
 * Hides threads at once, everywhere (S3); their rows stay until the purge. With a `threadId` that one, else all of the scope; with
 * `agents` only theirs.
 */
export async function deleteThreads(
  client: Queryable,
  params: { tenant: string; scopeId: string; threadId?: string | undefined; agents?: readonly string[] | null },
): Promise<{ uids: string[]; messages: number }> {
  const held = await client.query<{ uid: string }>({
    name: 'hold-threads',
    text: `SELECT uid FROM thread
      WHERE tenant = $1 AND scope_id = $2 AND deleted_at IS NULL AND ($3::text IS NULL OR thread_id = $3)
        AND ($4::text[] IS NULL OR agent_name = ANY ($4))
      ORDER BY uid FOR NO KEY UPDATE`,
    values: [params.tenant, params.scopeId, params.threadId ?? null, params.agents ?? null],
  })
  if (held.rows.length === 0) return { uids: [], messages: 0 }
  // A join with what is held would be planned for one row behind row-level security, and look at each pair of threads. A
  // list is looked up, as long as its statement is planned with it: so this one has no name.
  const { rows } = await client.query<{ uid: string; messages: number }>(
    `UPDATE thread SET deleted_at = now(), updated_at = now()
     WHERE tenant = $1 AND scope_id = $2 AND uid = ANY ($3::uuid[]) AND deleted_at IS NULL
     RETURNING uid, message_count AS messages`,
    [params.tenant, params.scopeId, held.rows.map(({ uid }) => uid)],
  )
  return { uids: rows.map((row) => row.uid), messages: rows.reduce((total, row) => total + row.messages, 0) }
}
