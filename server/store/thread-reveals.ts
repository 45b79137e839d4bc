import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'

/** Shows a thread's content to a person from now on, for so many minutes; answers until when. */
export async function saveReveal(
  client: PoolClient,
  { thread, operatorId, minutes }: { thread: ThreadKey; operatorId: string; minutes: number },
): Promise<Date> {
  const { rows } = await client.query<{ until: Date }>(
    `INSERT INTO thread_reveal (tenant, scope_id, thread_uid, operator_id, until)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))
     ON CONFLICT (tenant, scope_id, thread_uid, operator_id) DO UPDATE SET until = EXCLUDED.until
     RETURNING until`,
    [thread.tenant, thread.scopeId, thread.uid, operatorId, minutes],
  )
  const [row] = rows
  if (!row) throw new TypeError('a reveal was not stored')
  return row.until
}

/** Until when a person is shown the content of a thread; null when they are not, now. */
export async function revealedUntil(
  client: PoolClient,
  { uid, operatorId }: { uid: string; operatorId: string },
): Promise<Date | null> {
  const { rows } = await client.query<{ until: Date }>(
    'SELECT until FROM thread_reveal WHERE thread_uid = $1 AND operator_id = $2 AND until > now()',
    [uid, operatorId],
  )
  return rows[0]?.until ?? null
}
