import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { systemEnvironment } from '../env'
import { keptSecret, makeDataDir } from '../kept-secret'
import { StartupError } from '../startup-error'
import { type Account, canReach, databaseAccount, giveTo } from './embedded-account'
import { type Binaries, embeddedBinaries } from './embedded-binaries'
import { lockFolder } from './folder-lock'
import { adoptPostmaster, type Cluster, startPostmaster, stopPostmaster } from './postmaster'
import type { StartupLog } from './startup-log'

export interface EmbeddedOptions {
  /** Absolute; made when absent. One Loci process at a time. */
  readonly dataDir: string
  /** Where this process answers, told to a second one that is refused. */
  readonly address: string
  readonly log: StartupLog
  /** More server settings, which win over ours. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedDatabase {
  /** The role that owns database and tables; it is no superuser, as on a hosted server. */
  readonly ownerUrl: string
  /** For what only a superuser may do, such as cloning a database of others in tests. */
  readonly superuserUrl: string
  /** Stops the server and gives the data folder free. Safe to call twice. */
  stop(): Promise<void>
}

const superuserName = 'postgres'
const ownerName = 'loci_owner'
const databaseName = 'loci'
const run = promisify(execFile)

/** For one small machine that is shared with the application. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Messages of customers must not reach the log: no statements, no values of failing rows.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
}

/**
 * Starts the embedded PostgreSQL on the data folder, or goes on with one that a killed process left running.
 * @throws StartupError one line with what is wrong: another Loci runs here, no build for this machine, no right to write
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  makeDataDir(options.dataDir)
  const dataDir = realpathSync(options.dataDir)
  const lock = lockFolder(dataDir, options.address)
  try {
    const cluster = await prepareCluster(dataDir, options)
    const adopted = await adoptPostmaster(cluster)
    const postmaster = adopted ?? (await startPostmaster(cluster))
    options.log.info(
      adopted
        ? `database: went on with the running PostgreSQL (process ${adopted.pid})`
        : 'database: PostgreSQL started',
    )
    const urlOf = (user: string, password: string, database: string) =>
      `postgresql://${user}:${password}@127.0.0.1:${postmaster.port}/${database}`
    const superuserUrl = urlOf(superuserName, cluster.superuser.password, 'postgres')
    const ownerPassword = keptSecret(dataDir, 'database-owner')
    await makeDatabase(superuserUrl, ownerPassword)
    let stopping: Promise<void> | undefined
    return {
      superuserUrl,
      ownerUrl: urlOf(ownerName, ownerPassword, databaseName),
      stop: () => {
        stopping ??= stopPostmaster(postmaster).finally(lock.release)
        return stopping
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function prepareCluster(dataDir: string, options: EmbeddedOptions): Promise<Cluster> {
  const account = databaseAccount()
  const shelter = account ? '/var/lib/loci' : dataDir
  const binaries = embeddedBinaries(account, shelter)
  const home = clusterHome(dataDir, account, options.log)
  const folder = join(home, 'postgres')
  const password = keptSecret(dataDir, 'database-superuser')
  if (existsSync(folder)) {
    const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
    if (major !== binaries.major) {
      throw new StartupError(
        `${folder} was made by PostgreSQL ${major}, and this Loci brings ${binaries.major}: dump it with the Loci that made it, then restore.`,
      )
    }
  } else {
    await initialise({ home, folder, account, binaries, password })
    options.log.info(`database: new PostgreSQL ${binaries.major} in ${folder}`)
  }
  return {
    folder,
    account,
    postgres: binaries.postgres,
    superuser: { user: superuserName, password },
    settings: { ...defaultSettings, ...options.settings },
    startLog: join(home, 'postgres-start.log'),
  }
}

/**
 * The folder that holds the server's files: the data folder, or a place under /var/lib where the account that runs
 * PostgreSQL cannot enter the data folder (a checkout in a closed home). The place is noted in the data folder, which may
 * be moved.
 */
function clusterHome(dataDir: string, account: Account, log: StartupLog): string {
  const note = join(dataDir, 'database-place')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  if (existsSync(join(dataDir, 'postgres')) || canReach(account, dataDir)) return dataDir
  const place = join('/var/lib/loci', createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  mkdirSync(place, { recursive: true, mode: 0o755 })
  writeFileSync(note, `${place}\n`)
  log.warn(`database: the user that runs PostgreSQL cannot enter ${dataDir}, so the database is kept in ${place}`)
  return place
}

interface Initialisation {
  readonly home: string
  readonly folder: string
  readonly account: Account
  readonly binaries: Binaries
  readonly password: string
}

/** Makes the server's files beside their place and moves them there whole, so that an interrupted first start leaves nothing half done. */
async function initialise({ home, folder, account, binaries, password }: Initialisation): Promise<void> {
  const draft = join(home, 'postgres.new')
  const passwordFile = join(home, 'postgres.password')
  try {
    let failure = ''
    // Sorting and case come from PostgreSQL itself and are the same everywhere; trigrams ask the system what a letter is.
    for (const letters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      rmSync(draft, { recursive: true, force: true })
      mkdirSync(draft, { mode: 0o700 })
      giveTo(account, draft)
      writeFileSync(passwordFile, password, { mode: 0o600 })
      giveTo(account, passwordFile)
      const flags = [
        `--pgdata=${draft}`,
        `--username=${superuserName}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
      ]
      const locale = [
        '--encoding=UTF8',
        '--locale=C',
        `--lc-ctype=${letters}`,
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]
      try {
        await run(binaries.initdb, [...flags, ...locale, '--data-checksums'], {
          ...account,
          cwd: draft,
          env: systemEnvironment(),
        })
        renameSync(draft, folder)
        return
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
        if (!failure.includes('locale')) break
      }
    }
    throw new StartupError(`PostgreSQL could not make its files in ${home}: ${reasonIn(failure)}`)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The line of what initdb printed that says why; what it says last is only that it tidies up. */
function reasonIn(printed: string): string {
  const lines = printed.trim().split('\n')
  return (lines.findLast((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? '').trim()
}

/** Makes the owner and the database on the first start. */
async function makeDatabase(superuserUrl: string, ownerPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount) return
    const password = client.escapeLiteral(ownerPassword)
    const { rowCount: owners } = await client.query('select from pg_roles where rolname = $1', [ownerName])
    const verb = owners ? 'alter' : 'create'
    await client.query(
      `${verb} role ${ownerName} login createrole createdb nosuperuser nobypassrls password ${password}`,
    )
    await client.query(`create database ${databaseName} owner ${ownerName}`)
  } finally {
    await client.end()
  }
}
