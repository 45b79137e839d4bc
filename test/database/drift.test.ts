import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { schemaDifference } from '../../scripts/schema-difference'
import { readMigrations } from '../../server/database/migration-files'

const schema = readFileSync('prisma/schema.prisma', 'utf8')
const patienceMs = 60_000

describe('schema and migrations', () => {
  it('do not drift apart', { timeout: patienceMs }, async () => {
    expect(await schemaDifference({ schema, migrations: readMigrations() })).toBe('')
  })

  it('are seen to drift when the schema gets a column', { timeout: patienceMs }, async () => {
    const changed = schema.replace('model Scope {', 'model Scope {\n  forgotten String @default("")')
    expect(await schemaDifference({ schema: changed, migrations: readMigrations() })).toContain('ADD COLUMN')
  })

  it('a migration that fails on the scratch database fails by its SQL error', { timeout: patienceMs }, async () => {
    const broken = { name: '00000000000002_broken', sql: 'ALTER TABLE nowhere ADD COLUMN x int;', checksum: '' }
    const difference = schemaDifference({ schema, migrations: [...readMigrations(), broken] })
    await expect(difference).rejects.toThrow(/relation "nowhere" does not exist/)
  })
})
