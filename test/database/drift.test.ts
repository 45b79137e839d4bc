import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { schemaDifference } from '../../scripts/schema-difference'
import { readMigrations } from '../../server/database/migration-files'

const schema = readFileSync('prisma/schema.prisma', 'utf8')
const migration = (sql: string) => ({ name: '00000000000001_of_this_test', sql, checksum: '' })
const patienceMs = 60_000

describe('schema and migrations', () => {
  it('do not drift apart', { timeout: patienceMs }, async () => {
    expect(await schemaDifference({ schema, migrations: readMigrations() })).toBe('')
  })

  it('are seen to drift when the schema gets a column', { timeout: patienceMs }, async () => {
    const small = `datasource db {\n  provider = "postgresql"\n}\nmodel One {\n  id Int @id\n  forgotten String @default("")\n}`
    const migrations = [migration('CREATE TABLE "One" (id int PRIMARY KEY);')]
    expect(await schemaDifference({ schema: small, migrations })).toContain('ADD COLUMN')
  })

  it('a migration that fails on the scratch database fails by its SQL error', { timeout: patienceMs }, async () => {
    const broken = migration('ALTER TABLE nowhere ADD COLUMN x int;')
    const difference = schemaDifference({ schema, migrations: [broken] })
    await expect(difference).rejects.toThrow(/relation "nowhere" does not exist/)
  })
})
