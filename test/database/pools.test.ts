import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('refuse a connection that cannot be had within 2 seconds', async () => {
    const { application } = database.pools
    const held = await Promise.all(Array.from({ length: application.options.max }, () => application.connect()))
    try {
      const asked = performance.now()
      await expect(application.query('select 1')).rejects.toThrow(/timeout/)
      expect(performance.now() - asked).toBeLessThan(4_000)
    } finally {
      for (const client of held) client.release()
    }
  })

  it('may add to the audit trail and read it, never change it', async () => {
    const { application } = database.pools
    await expect(application.query('select 1 from audit_event limit 1')).resolves.toBeDefined()
    await expect(application.query('delete from audit_event')).rejects.toThrow(/permission denied/)
    await expect(application.query('truncate audit_event')).rejects.toThrow(/permission denied/)
    await expect(application.query(`update _prisma_migrations set checksum = ''`)).rejects.toThrow(/permission denied/)
  })
})
