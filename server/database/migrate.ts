import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { StartupError } from '../startup-error'
import { type Migration, readMigrations } from './migration-files'
import type { StartupLog } from './startup-log'

export interface MigrateOptions {
  /** A role that owns the tables. */
  readonly ownerUrl: string
  readonly log: StartupLog
  readonly migrations?: readonly Migration[]
  /** Runs under the same lock, in a transaction, when the schema is up to date: what each start has to make sure of. */
  readonly afterwards?: (client: pg.Client) => Promise<void>
}

/** Any number, the same in every Loci: one process migrates a database at a time. */
const lockKey = 7_104_233_961
const lockPatienceMs = 300_000
/** A migration that would wait behind a long transaction stops all who come after it; better it fails and is tried again. */
const lockTimeoutMs = 10_000

/**
 * Brings the database to the newest migration, through the schema engine, with the history that `prisma migrate deploy`
 * keeps. Processes that start together wait for one another.
 * @returns the names of the migrations that ran now
 * @throws StartupError that names the broken migration and its SQL error
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = options.migrations ?? readMigrations()
  const client = new pg.Client({ connectionString: options.ownerUrl, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(
      `The database does not answer as the owner (${messageOf(error)}): check DATABASE_URL and DATABASE_OWNER_URL.`,
    )
  }
  try {
    // The lock is a transaction's, held open on this connection: that works through a transaction pooler as well.
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await takeLock(client, options.log)
    const applied = await applyMissing({ client, migrations, options })
    await options.afterwards?.(client)
    await client.query('commit')
    return applied
  } finally {
    await client.end().catch(() => {})
  }
}

async function takeLock(client: pg.Client, log: StartupLog): Promise<void> {
  const deadline = Date.now() + lockPatienceMs
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) return
    if (attempt === 0) log.info('database: waiting for another process that migrates')
    if (Date.now() > deadline)
      throw new StartupError(
        'Another process has been migrating this database for five minutes: look at it, then start again.',
      )
    await delay(200)
  }
}

interface HistoryRow {
  readonly migration_name: string
  readonly checksum: string
  readonly finished: boolean
}

async function applyMissing({
  client,
  migrations,
  options,
}: {
  client: pg.Client
  migrations: readonly Migration[]
  options: MigrateOptions
}) {
  const history = await readHistory(client)
  const finished = new Map(history.filter((row) => row.finished).map((row) => [row.migration_name, row.checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const newer = [...finished.keys()].filter((name) => !known.has(name))
  if (newer.length > 0) options.log.warn(`database: migrated by another version of Loci (${newer.join(', ')})`)
  const changed = migrations.filter(({ name, checksum }) => finished.has(name) && finished.get(name) !== checksum)
  if (changed.length > 0)
    options.log.warn(`database: changed since they ran: ${changed.map(({ name }) => name).join(', ')}`)
  const missing = migrations.filter(({ name }) => !finished.has(name))
  if (missing.length === 0) return []
  options.log.info(`database: migrating (${missing.length} to run)`)
  // A migration runs as one transaction, so one that failed or was killed has left nothing but its line in the history.
  const interrupted = history.filter((row) => !row.finished).map((row) => row.migration_name)
  return runEngine({ ownerUrl: options.ownerUrl, migrations, interrupted })
}

async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows: exists } = await client.query<{ found: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as found`,
  )
  if (!exists[0]?.found) return []
  const { rows } = await client.query<HistoryRow>(
    'select migration_name, checksum, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null',
  )
  return rows
}

interface EngineRun {
  readonly ownerUrl: string
  readonly migrations: readonly Migration[]
  readonly interrupted: readonly string[]
}

async function runEngine({ ownerUrl, migrations, interrupted }: EngineRun): Promise<string[]> {
  // Compiling the engine takes a while, and most starts have nothing to run.
  const { migrationsList, noFilters, openSchemaEngine } = await import('./schema-engine')
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    lock_timeout: lockTimeoutMs,
    application_name: 'loci-migrate',
  })
  pool.on('error', () => {})
  const factory = new MigratingPostgres(pool)
  const engine = await openSchemaEngine(factory)
  try {
    for (const migrationName of interrupted) await engine.markMigrationRolledBack({ migrationName })
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationsList(migrations),
      filters: noFilters,
    })
    return appliedMigrationNames
  } catch (error) {
    throw brokenMigration(migrations, factory.failure, error)
  } finally {
    engine.free()
    await pool.end()
  }
}

interface ScriptFailure {
  readonly script: string
  readonly error: unknown
}

/** The adapter splits a script at every semicolon, also within a function's body; here it runs whole, as one transaction. */
class MigratingPostgres extends PrismaPg {
  failure: ScriptFailure | undefined
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super(pool)
    this.#pool = pool
  }

  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => {
      try {
        await this.#pool.query(script)
      } catch (error) {
        this.failure ??= { script, error }
        throw error
      }
    }
    return adapter
  }
}

function brokenMigration(
  migrations: readonly Migration[],
  failure: ScriptFailure | undefined,
  error: unknown,
): StartupError {
  if (!failure) return new StartupError(`The schema engine could not migrate: ${messageOf(error)}`)
  const name = migrations.find(({ sql }) => sql === failure.script)?.name ?? 'a statement of the engine'
  const reason = failure.error
  const position = reason instanceof pg.DatabaseError ? Number(reason.position) || undefined : undefined
  const line = position ? ` at line ${failure.script.slice(0, position).split('\n').length}` : ''
  const code = reason instanceof pg.DatabaseError ? ` (${reason.code})` : ''
  return new StartupError(`Migration ${name} failed${line}: ${messageOf(reason)}${code}. Nothing of it was kept.`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
