import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { Migration } from './migration-files'

/** No table or enum is somebody else's. */
export const noFilters = { externalTables: [], externalEnums: [] }

let loaded: Promise<void> | undefined

/**
 * Prisma's own schema engine in its WASM build, which needs no download. Free it when done.
 * @param schema the data model; applying migrations needs no more than the data source
 */
export async function openSchemaEngine(
  factory: SqlMigrationAwareDriverAdapterFactory,
  schema = 'datasource db {\n  provider = "postgresql"\n}\n',
): Promise<glue.SchemaEngine> {
  loaded ??= loadEngine()
  await loaded
  const bound = bindMigrationAwareSqlAdapterFactory(factory)
  return glue.SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, bound)
}

/** The migrations as the engine takes them. */
export function migrationsList(migrations: readonly Migration[]): glue.MigrationList {
  return {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

async function loadEngine(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const code = await WebAssembly.compile(readFileSync(join(dirname(entry), 'schema_engine_bg.wasm')))
  // The glue is the import object that the compiled engine names; its type lists the functions one by one.
  const imports = { './schema_engine_bg.js': glue } as unknown as WebAssembly.Imports
  const { exports } = await WebAssembly.instantiate(code, imports)
  glue.__wbg_set_wasm(exports)
  const start = exports.__wbindgen_start
  if (typeof start === 'function') start()
}
