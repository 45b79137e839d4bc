import type { Queryable } from './window-rows'

/**
 * Hides threads at once, everywhere (S3); their rows stay until the purge. With a `threadId` that one, else all of the scope; with
 * `agents` only theirs.
 */
export async function deleteThreads(
  client: Queryable,
  params: { tenant: string; scopeId: string; threadId?: string | undefined; agents?: readonly string[] | null },
): Promise<{ uids: string[]; messages: number }> {
  const { rows } = await client.query<{ uid: string; messages: number }>({
    name: 'delete-threads',
    text: `WITH held AS (
        SELECT uid FROM thread
        WHERE tenant = $1 AND scope_id = $2 AND deleted_at IS NULL AND ($3::text IS NULL OR thread_id = $3)
          AND ($4::text[] IS NULL OR agent_name = ANY ($4))
        ORDER BY uid FOR NO KEY UPDATE)
      UPDATE thread t SET deleted_at = now(), updated_at = now() FROM held
      WHERE t.tenant = $1 AND t.scope_id = $2 AND t.uid = held.uid AND t.deleted_at IS NULL
      RETURNING t.uid, t.message_count AS messages`,
    values: [params.tenant, params.scopeId, params.threadId ?? null, params.agents ?? null],
  })
  return { uids: rows.map((row) => row.uid), messages: rows.reduce((total, row) => total + row.messages, 0) }
}
