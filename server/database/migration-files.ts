import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Migration {
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text in hex, as `_prisma_migrations.checksum` holds it. */
  readonly checksum: string
}

/** The migrations of a folder, in the order in which they run. */
export function readMigrations(folder: string = ownMigrations()): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** prisma/migrations of this project, found upward from this file, which runs from server/ or bundled from dist/. */
function ownMigrations(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const found = join(folder, 'prisma', 'migrations')
    if (existsSync(found)) return found
    const parent = dirname(folder)
    if (parent === folder) throw new Error('prisma/migrations is missing beside the program')
    folder = parent
  }
}
