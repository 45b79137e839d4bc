import type { Pool, PoolClient } from 'pg'
import { sqlState } from './database-error'

/** A queue as it is stored; `filters` is JSON text. */
export interface QueueRow {
  id: string
  name: string
  filters: string
  share: number
  claimMinutes: number
  reopens: boolean
  members: string[]
  version: number
  updatedAt: Date
}

const COLUMNS = `id, name, filters, share, claim_minutes AS "claimMinutes", reopens, members, version, updated_at AS "updatedAt"`

export async function listQueueRows(db: Pick<Pool, 'query'>): Promise<QueueRow[]> {
  const { rows } = await db.query<QueueRow>(`SELECT ${COLUMNS} FROM review_queue ORDER BY lower(name), id`)
  return rows
}

export async function findQueue(
  db: Pick<Pool, 'query'>,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<QueueRow | null> {
  const { rows } = await db.query<QueueRow>(
    `SELECT ${COLUMNS} FROM review_queue WHERE id = $1 ${lock ? 'FOR UPDATE' : ''}`,
    [id],
  )
  return rows[0] ?? null
}

/** Inserts a queue, or saves all of it as its next version. False when another one has the name. */
export async function saveQueue(
  client: PoolClient,
  queue: Omit<QueueRow, 'version' | 'updatedAt'> & { createdBy: string },
): Promise<boolean> {
  const { id, name, filters, share, claimMinutes, reopens, members, createdBy } = queue
  try {
    await client.query(
      `INSERT INTO review_queue AS q (id, name, filters, share, claim_minutes, reopens, members, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, filters = excluded.filters, share = excluded.share,
         claim_minutes = excluded.claim_minutes, reopens = excluded.reopens, members = excluded.members,
         version = q.version + 1, updated_at = now()`,
      [id, name, filters, share, claimMinutes, reopens, members, createdBy],
    )
    return true
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
}

export async function deleteQueueRow(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM review_queue WHERE id = $1', [id])
  return rowCount === 1
}

export async function listReasons(db: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM review_reason ORDER BY position, id')
  return rows.map(({ name }) => name)
}

/** Puts a list in the place of the one there was. */
export async function replaceReasons(client: PoolClient, names: readonly string[]): Promise<void> {
  // Two people who save at once wait for each other here.
  await client.query('LOCK TABLE review_reason IN SHARE ROW EXCLUSIVE MODE')
  await client.query('DELETE FROM review_reason')
  await client.query(
    `INSERT INTO review_reason (id, name, position)
     SELECT gen_random_uuid(), n.name, n.position FROM unnest($1::text[]) WITH ORDINALITY AS n(name, position)`,
    [names],
  )
}
