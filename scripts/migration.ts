import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMigrations } from '../server/database/migration-files'
import { schemaDifference } from './schema-difference'

const USAGE = `npm run migration -- NAME [--empty]

NAME     what it does, as lower_case words: thread_priority
--empty  begins one for what schema.prisma cannot say: functions, policies, partial indexes`

const DIGITS = 14

/** Writes the next migration: the SQL that takes the tables from the last one to schema.prisma. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { empty: { type: 'boolean', default: false } },
  })
  const [name] = positionals
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const folder = join(import.meta.dirname, '../prisma')
  const migrations = readMigrations(join(folder, 'migrations'))
  const schema = readFileSync(join(folder, 'schema.prisma'), 'utf8')
  const sql = values.empty ? '-- \n' : await schemaDifference({ schema, migrations })
  if (sql === '') {
    console.log('schema.prisma and the migrations agree: there is nothing to migrate. For SQL of your own: --empty')
    return
  }
  const number = Number.parseInt(migrations.at(-1)?.name ?? '0', 10) + 1
  const made = join(folder, 'migrations', `${String(number).padStart(DIGITS, '0')}_${name}`)
  mkdirSync(made)
  writeFileSync(join(made, 'migration.sql'), sql)
  console.log(`${join(made, 'migration.sql')}: read it, then run the tests; the next start applies it`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
