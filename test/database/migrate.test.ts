import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../server/database/migrate'
import type { Migration } from '../../server/database/migration-files'
import { StartupError } from '../../server/startup-error'
import { type TestDatabase, testDatabase } from '../support/database'

const opened: TestDatabase[] = []
let database: TestDatabase
let lines: string[]
const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }

beforeEach(async () => {
  lines = []
  database = await testDatabase({ content: 'empty' })
  opened.push(database)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const first = migration('1_first', 'CREATE TABLE one (id int primary key);')
const withFunction = migration(
  '2_function',
  `CREATE FUNCTION twice(x int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN x := x * 2; RETURN x; END; $$;
   INSERT INTO one VALUES (twice(21));`,
)

describe('migrate', () => {
  it('applies what is missing, in order, and keeps the history of prisma migrate deploy', async () => {
    const options = { ownerUrl: database.ownerUrl, log }
    expect(await migrate({ ...options, migrations: [first] })).toEqual(['1_first'])
    expect(await migrate({ ...options, migrations: [first, withFunction] })).toEqual(['2_function'])
    expect(await migrate({ ...options, migrations: [first, withFunction] })).toEqual([])
    expect(await ask('select id from one')).toEqual([{ id: 42 }])
    expect(
      await ask(`select migration_name, checksum, applied_steps_count, finished_at is not null as finished
                 from _prisma_migrations order by migration_name`),
    ).toEqual(
      [first, withFunction].map(({ name, checksum }) => ({
        migration_name: name,
        checksum,
        applied_steps_count: 1,
        finished: true,
      })),
    )
  })

  it('names a broken migration, its line and its SQL error, and keeps nothing of it', async () => {
    const broken = migration('2_broken', 'INSERT INTO one VALUES (1);\nALTER TABLE nowhere ADD COLUMN x int;')
    const running = migrate({ ownerUrl: database.ownerUrl, log, migrations: [first, broken] })
    await expect(running).rejects.toThrow(StartupError)
    await expect(running).rejects.toThrow(/Migration 2_broken failed.*relation "nowhere" does not exist \(42P01\)/)
    expect(await ask('select id from one')).toEqual([])
  })

  it('says the line where the server tells the place', async () => {
    const broken = migration('1_typo', 'CREATE TABLE one (id int);\n\nCRATE TABLE two (id int);')
    await expect(migrate({ ownerUrl: database.ownerUrl, log, migrations: [broken] })).rejects.toThrow(
      /Migration 1_typo failed at line 3: syntax error at or near "CRATE" \(42601\)/,
    )
  })

  it('runs a migration again that was broken or interrupted, once it is mended', async () => {
    const options = { ownerUrl: database.ownerUrl, log }
    const broken = migration('2_second', 'SELECT 1/0;')
    await expect(migrate({ ...options, migrations: [first, broken] })).rejects.toThrow(/division by zero/)
    const mended = migration('2_second', 'CREATE TABLE two (id int);')
    expect(await migrate({ ...options, migrations: [first, mended] })).toEqual(['2_second'])
  })

  it('runs each migration once when several processes start together', async () => {
    const options = { ownerUrl: database.ownerUrl, log, migrations: [first, withFunction] }
    const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(options)))
    expect(runs.flat().sort()).toEqual(['1_first', '2_function'])
    expect(await ask('select id from one')).toEqual([{ id: 42 }])
  })

  it('serves a database that a newer version has migrated, and says so', async () => {
    const options = { ownerUrl: database.ownerUrl, log }
    await migrate({ ...options, migrations: [first, withFunction] })
    await migrate({ ...options, migrations: [first] })
    expect(lines).toContainEqual(expect.stringContaining('another version of Loci (2_function)'))
  })

  it('names the variables when the owner is not let in', async () => {
    const ownerUrl = database.ownerUrl.replace(/:[^:@]+@/, ':wrong@')
    await expect(migrate({ ownerUrl, log })).rejects.toThrow(/check DATABASE_URL and DATABASE_OWNER_URL/)
  })

  it('S2: our own migrations put every table with a tenant behind row-level security, which holds for the owner too', async () => {
    await migrate({ ownerUrl: database.ownerUrl, log })
    const open = await ask<{ table: string }>(
      `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)
       order by 1`,
    )
    // A key is looked up before any scope is known, and the audit trail belongs to the installation.
    expect(open).toEqual([{ table: 'api_key' }, { table: 'audit_event' }])
  })
})
