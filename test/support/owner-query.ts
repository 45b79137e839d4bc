import pg from 'pg'
import type { TestDatabase } from './database'

/** A statement of the owner's, behind the application's back and above row-level security. */
export async function ownerQuery<Row extends pg.QueryResultRow>(
  database: Pick<TestDatabase, 'ownerUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
