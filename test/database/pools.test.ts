import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPools } from '../../server/database/pools'
import { errorFromDatabase } from '../../server/store/database-error'
import { type TestDatabase, testDatabase } from '../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('the pools', () => {
  it('serve with a role that is neither owner nor passes row-level security', async () => {
    for (const pool of [database.pools.application, database.pools.background]) {
      const { rows } = await pool.query(
        `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
      )
      expect(rows).toEqual([
        { rolname: 'loci_app', rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
      ])
      const { rows: owned } = await pool.query(`select 1 from pg_tables where tableowner = current_user`)
      expect(owned).toEqual([])
    }
  })

  it('give up a statement of the hot path after 5 seconds, a lock after 2', async () => {
    const { rows } = await database.pools.application.query(
      `select name, setting::int as ms from pg_settings
       where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: 5_000 },
      { name: 'lock_timeout', ms: 2_000 },
      { name: 'statement_timeout', ms: 5_000 },
    ])
  })

  it('refuse a connection that cannot be had in time, and at once when ten wait for each already', async () => {
    const pools = openPools({ url: database.url, log: { warn: () => {} }, applicationMax: 2, acquireMs: 2_000 })
    const { application } = pools
    const held = await Promise.all([application.connect(), application.connect()])
    const answers: string[] = []
    const asked = Array.from({ length: 23 }, (_, index) =>
      // Prisma and pg itself ask with a callback, transactions with a promise.
      (index % 2 === 0 ? application.query('select 1') : application.connect()).then(
        () => expect.unreachable('there was no connection'),
        (error: unknown) => answers.push(errorFromDatabase(error)?.message ?? String(error)),
      ),
    )
    await Promise.all(asked)
    expect(answers).toEqual([
      ...Array.from({ length: 3 }, () => 'The database has no free connection.'),
      ...Array.from({ length: 20 }, () => 'The database was busy.'),
    ])
    for (const client of held) client.release()
    await expect(application.query('select 1')).resolves.toBeDefined()
    await pools.end()
  })

  it('may add to the audit trail and read it, never change it', async () => {
    const { application, background } = database.pools
    for (const pool of [application, background]) {
      await expect(pool.query('select 1 from audit_event limit 1')).resolves.toBeDefined()
      await expect(pool.query(`update audit_event set details = '{}'`)).rejects.toThrow(/permission denied/)
      await expect(pool.query('delete from audit_event')).rejects.toThrow(/permission denied/)
      await expect(pool.query('truncate audit_event')).rejects.toThrow(/permission denied/)
    }
    await expect(application.query(`update _prisma_migrations set checksum = ''`)).rejects.toThrow(/permission denied/)
  })
})
