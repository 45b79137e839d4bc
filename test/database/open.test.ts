import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../server/database/open'
import { readEnvironment } from '../../server/env'
import { type TestDatabase, testDatabase } from '../support/database'

let database: TestDatabase
let warnings: string[]
const log = { info: () => {}, warn: (line: string) => warnings.push(line) }
const roles: string[] = []

beforeAll(async () => {
  database = await testDatabase({ content: 'empty' })
})
beforeEach(() => {
  warnings = []
})
afterAll(async () => {
  await database.close()
  for (const role of roles) await asSuperuser(`drop role ${role}`)
})

async function asSuperuser(statement: string, url: string = inject('engine').superuserUrl): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function makeRole(attributes: string): Promise<{ name: string; urlOf: (url: string) => string }> {
  const name = `role_${randomBytes(4).toString('hex')}`
  roles.push(name)
  await asSuperuser(`create role ${name} login ${attributes} password 'p'`)
  return {
    name,
    urlOf: (url) => {
      const changed = new URL(url)
      changed.username = name
      changed.password = 'p'
      return changed.href
    },
  }
}

function open(variables: Record<string, string>): Promise<Database> {
  return openDatabase(readEnvironment({ LOCI_SECRET: 's'.repeat(32), ...variables }), log)
}

async function servingRole({ pools }: Database): Promise<unknown> {
  const { rows } = await pools.application.query('select current_user as name from scope limit 0')
  expect(rows).toEqual([])
  return (await pools.background.query('select current_user as name')).rows[0]
}

describe('openDatabase on DATABASE_URL', () => {
  it('makes the application role when the owner may, and serves with it', async () => {
    const opened = await open({ DATABASE_URL: database.ownerUrl })
    expect(await servingRole(opened)).toEqual({ name: 'loci_app' })
    expect(opened.embedded).toBe(false)
    await opened.close()
    await opened.close()
    expect(warnings).toEqual([])
  })

  it('migrates as DATABASE_OWNER_URL and serves as DATABASE_URL', async () => {
    const role = await makeRole('')
    const opened = await open({ DATABASE_URL: role.urlOf(database.ownerUrl), DATABASE_OWNER_URL: database.ownerUrl })
    expect(await servingRole(opened)).toEqual({ name: role.name })
    await expect(opened.pools.application.query('drop table scope')).rejects.toThrow(/must be owner/)
    await opened.close()
    expect(warnings).toEqual([])
    await asSuperuser(`drop owned by ${role.name}`, role.urlOf(database.ownerUrl).replace(/\/\/.*@/, superuserLogin()))
  })

  it('serves as the owner, and says so in one line, where no role may be made', async () => {
    const role = await makeRole('')
    const own = await testDatabase({ content: 'empty' })
    const superuserUrl = own.ownerUrl.replace(/\/\/.*@/, superuserLogin())
    await asSuperuser(`alter database ${new URL(own.url).pathname.slice(1)} owner to ${role.name}`)
    await asSuperuser(`alter schema public owner to ${role.name}`, superuserUrl)
    const opened = await open({ DATABASE_URL: role.urlOf(own.ownerUrl) })
    expect(await servingRole(opened)).toEqual({ name: role.name })
    await opened.close()
    expect(warnings).toEqual([expect.stringContaining('DATABASE_OWNER_URL')])
    await own.close()
  })

  it('says when row-level security does not hold for the role that serves', async () => {
    const role = await makeRole('bypassrls')
    const opened = await open({ DATABASE_URL: role.urlOf(database.ownerUrl), DATABASE_OWNER_URL: database.ownerUrl })
    await opened.close()
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`row-level security does not hold for ${role.name}`))])
    await asSuperuser(`drop owned by ${role.name}`, database.ownerUrl.replace(/\/\/.*@/, superuserLogin()))
  })

  it('names the variable when the server does not let Loci in', async () => {
    const wrong = database.ownerUrl.replace(/:[^:@]+@/, ':wrong@')
    await expect(open({ DATABASE_URL: wrong, DATABASE_OWNER_URL: database.ownerUrl })).rejects.toThrow(
      /^The database does not let Loci in .*: check DATABASE_URL\.$/,
    )
    await expect(open({ DATABASE_URL: database.ownerUrl, DATABASE_OWNER_URL: wrong })).rejects.toThrow(
      /check DATABASE_OWNER_URL\.$/,
    )
    await expect(open({ DATABASE_URL: wrong })).rejects.toThrow(/check DATABASE_URL/)
  })
})

function superuserLogin(): string {
  const { username, password } = new URL(inject('engine').superuserUrl)
  return `//${username}:${password}@`
}
