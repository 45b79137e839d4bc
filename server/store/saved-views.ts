import type { Pool, PoolClient } from 'pg'
import { sqlState } from './database-error'

/** A view as it is stored; `state` is JSON text. */
export interface SavedViewRow {
  id: string
  list: string
  name: string
  isShared: boolean
  isDefault: boolean
  state: string
  version: number
  createdBy: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `id, list, name, is_shared AS "isShared", is_default AS "isDefault", state, version,
  created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt"`

/** The shared views of a list and this person's own, by name. */
export async function listSavedViews(
  db: Pick<Pool, 'query'>,
  { list, createdBy }: { list: string; createdBy: string },
): Promise<SavedViewRow[]> {
  const { rows } = await db.query<SavedViewRow>(
    `SELECT ${COLUMNS} FROM saved_view WHERE list = $1 AND (is_shared OR created_by = $2) ORDER BY lower(name), id`,
    [list, createdBy],
  )
  return rows
}

/** Locks a view that this person sees; null for another's own and for one that is gone. */
export async function lockSavedView(
  client: PoolClient,
  { id, createdBy }: { id: string; createdBy: string },
): Promise<SavedViewRow | null> {
  const { rows } = await client.query<SavedViewRow>(
    `SELECT ${COLUMNS} FROM saved_view WHERE id = $1 AND (is_shared OR created_by = $2) FOR UPDATE`,
    [id, createdBy],
  )
  return rows[0] ?? null
}

/** How many there are beside it: shared ones, or this person's own. */
export async function countSavedViews(
  client: PoolClient,
  { list, isShared, createdBy }: Pick<SavedViewRow, 'list' | 'isShared' | 'createdBy'>,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM saved_view
     WHERE list = $1 AND is_shared = $2 AND (is_shared OR created_by = $3)`,
    [list, isShared, createdBy],
  )
  return rows[0]?.count ?? 0
}

/** Inserts a view, or saves all of it as its next version. Null when another one beside it has the name. */
export async function saveView(
  client: PoolClient,
  view: Pick<SavedViewRow, 'id' | 'list' | 'name' | 'isShared' | 'isDefault' | 'state' | 'createdBy'>,
): Promise<SavedViewRow | null> {
  const { id, list, name, isShared, isDefault, state, createdBy } = view
  // Two people who set the shared default at once wait for each other here.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('loci.view.' || $1, 0))`, [
    isShared ? list : `${list}.${createdBy}`,
  ])
  if (isDefault) {
    await client.query(
      `UPDATE saved_view SET is_default = false, version = version + 1, updated_at = now()
       WHERE list = $1 AND is_shared = $2 AND (is_shared OR created_by = $3) AND is_default AND id <> $4`,
      [list, isShared, createdBy, id],
    )
  }
  try {
    const { rows } = await client.query<SavedViewRow>(
      `INSERT INTO saved_view AS v (id, list, name, is_shared, is_default, state, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_shared = excluded.is_shared,
         is_default = excluded.is_default, state = excluded.state, version = v.version + 1, updated_at = now()
       RETURNING ${COLUMNS}`,
      [id, list, name, isShared, isDefault, state, createdBy],
    )
    return rows[0] ?? null
  } catch (error) {
    if (sqlState(error) === '23505') return null
    throw error
  }
}

export async function deleteSavedView(client: PoolClient, id: string): Promise<void> {
  await client.query('DELETE FROM saved_view WHERE id = $1', [id])
}
