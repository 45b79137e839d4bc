import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Migration } from '../server/database/migration-files'
import { migrationsList, noFilters, openSchemaEngine } from '../server/database/schema-engine'

export interface SchemaDifferenceOptions {
  /** The text of schema.prisma. */
  readonly schema: string
  readonly migrations: readonly Migration[]
}

/**
 * The SQL that the migrations lack to make the schema, by Prisma's own engine on scratch databases in memory; empty when
 * they agree. Policies, functions and partial indexes, which a schema cannot say, are no difference.
 * @throws the SQL error of a migration that fails
 */
export async function schemaDifference({ schema, migrations }: SchemaDifferenceOptions): Promise<string> {
  const scratch = new ScratchDatabase()
  const engine = await openSchemaEngine(scratch, schema)
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsList(migrations) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: noFilters,
    })
    if (scratch.failure) throw scratch.failure
    const sql = stdout ?? ''
    return sql.includes('This is an empty migration') ? '' : sql
  } catch (error) {
    throw scratch.failure ?? error
  } finally {
    engine.free()
    await scratch.close()
  }
}

/**
 * A database in memory that has our extensions and tells when a script fails, which the plain adapter does neither. Only
 * the scratch connection is written to, so one database serves both.
 */
class ScratchDatabase implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = 'pglite-prisma-adapter'
  readonly #database = new PGlite({ extensions: { pg_trgm, unaccent } })
  failure: unknown

  async connect() {
    const adapter = await new PrismaPGlite(this.#database).connect()
    adapter.executeScript = async (script) => {
      try {
        await this.#database.exec(script)
      } catch (error) {
        this.failure ??= error
        throw error
      }
    }
    return adapter
  }

  connectToShadowDb() {
    return this.connect()
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
