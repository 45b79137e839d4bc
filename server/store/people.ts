import type { Pool, PoolClient } from 'pg'

/** A person's name and address. */
export interface PersonRow {
  id: string
  name: string
  email: string
}

/** Everybody who may sign in and sees any of these tenants (null: whatever they see), by name. */
export async function listPeople(
  db: Pick<Pool, 'query'>,
  { tenants }: { tenants: readonly string[] | null },
): Promise<PersonRow[]> {
  const { rows } = await db.query<PersonRow>(
    `SELECT id, name, email FROM operator
     WHERE disabled_at IS NULL AND ($1::text[] IS NULL OR tenants IS NULL OR tenants && $1::text[])
     ORDER BY lower(name), email`,
    [tenants],
  )
  return rows
}

/** These people, also those who have left; ids that nobody has are left out. */
export async function peopleOf(
  db: Pick<PoolClient, 'query'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, PersonRow>> {
  const { rows } = await db.query<PersonRow>('SELECT id, name, email FROM operator WHERE id = ANY ($1::text[])', [
    [...new Set(ids)],
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of the ids that are nobody's who may sign in. */
export async function unknownPeople(db: Pick<PoolClient, 'query'>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<{ id: string }>(
    `SELECT n.id FROM unnest($1::text[]) AS n(id)
     WHERE NOT EXISTS (SELECT 1 FROM operator o WHERE o.id = n.id AND o.disabled_at IS NULL)`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
