import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** The pinned seqs, ascending; of an exchange the seq of its call. */
export async function pinnedSeqs(client: Queryable, thread: ThreadKey): Promise<number[]> {
  const { rows } = await client.query<{ seq: number }>({
    name: 'pinned-seqs',
    text: 'SELECT seq FROM pin WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 ORDER BY seq',
    values: [thread.tenant, thread.scopeId, thread.uid],
  })
  return rows.map((row) => row.seq)
}

export async function insertPin(
  client: PoolClient,
  pin: { thread: ThreadKey; seq: number; createdBy: string },
): Promise<void> {
  const { thread, seq, createdBy } = pin
  await client.query(
    `INSERT INTO pin (tenant, scope_id, thread_uid, seq, created_by) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [thread.tenant, thread.scopeId, thread.uid, seq, createdBy],
  )
}

export async function removePin(client: PoolClient, pin: { thread: ThreadKey; seq: number }): Promise<void> {
  const { thread, seq } = pin
  await client.query('DELETE FROM pin WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq = $4', [
    thread.tenant,
    thread.scopeId,
    thread.uid,
    seq,
  ])
}
