import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPools, type Pools } from '../../server/database/pools'

export interface TestDatabase {
  /** Both with the application role, as in production. */
  readonly pools: Pools
  /** The application role's. */
  readonly url: string
  /** For what a test does behind the application's back. */
  readonly ownerUrl: string
  /** Closes the pools and drops the database. */
  close(): Promise<void>
}

export interface TestDatabaseOptions {
  /** `migrated` (the default) is a copy of the template; `empty` has no table. */
  readonly content?: 'migrated' | 'empty'
}

/** A database of its own for a test file: `const database = await testDatabase()` in beforeAll, `close()` in afterAll. */
export async function testDatabase({ content = 'migrated' }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const engine = inject('engine')
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = content === 'migrated' ? 'loci' : 'template0'
  await asSuperuser(`create database ${name} template ${template} owner loci_owner`)
  const url = inDatabase(engine.applicationUrl, name)
  const pools = openPools({ url, log: { warn: () => {} }, applicationMax: 10 })
  return {
    pools,
    url,
    ownerUrl: inDatabase(engine.ownerUrl, name),
    close: async () => {
      await pools.end()
      await asSuperuser(`drop database ${name} with (force)`)
    },
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('engine').superuserUrl })
  await client.connect()
  try {
    // Copies of one template wait for one another here instead of failing as "being accessed by other users".
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
