import pg from 'pg'
import { BoundedPool } from './bounded-pool'

export interface Pools {
  /** The hot path, shared with Prisma: short statements, given up early. */
  readonly application: pg.Pool
  /** Imports, exports, forks of big threads, jobs: the same role, longer limits, few connections. */
  readonly background: pg.Pool
  /** The job queue's own, so that its polling waits for nobody and nobody for it. */
  readonly jobs: pg.Pool
  /** Waits for running statements and closes all. Safe to call twice. */
  end(): Promise<void>
}

export interface PoolOptions {
  /** The application role's. */
  readonly url: string
  readonly log: { warn(message: string): void }
  /** Connections at most. */
  readonly applicationMax?: number
  readonly backgroundMax?: number
  /** How long a caller of the application's pool waits for a connection at most, in ms; `timeLimits.acquireMs`. */
  readonly acquireMs?: number
}

/** Callers that may wait for each connection of a pool. At 5 ms a statement the last of them waits 50 ms. */
const WAITING_PER_CONNECTION = 10

/**
 * Time limits nest, in ms: lock 2,000 < statement 5,000 < Prisma's transaction 8,000 < request 10,000 < client 15,000.
 * Prisma's must never fire first. To wait for a connection is no fault of the database's, so its limit is only the time
 * after which the call is no use to anybody; what keeps the wait short is the number of those who wait.
 */
export const timeLimits = {
  acquireMs: 8_000,
  lockMs: 2_000,
  statementMs: 5_000,
  idleInTransactionMs: 5_000,
  prismaTransactionMs: 8_000,
} as const

/** To start workers for a plan that looks expensive, or to compile it, takes 40 ms where the statement itself takes one. */
const SHORT_STATEMENTS = '-c max_parallel_workers_per_gather=0 -c jit=off'

/** Opens the pools with the application role; they connect when they are first used. */
export function openPools(options: PoolOptions): Pools {
  const { url, log, applicationMax = 20, backgroundMax = 4, acquireMs = timeLimits.acquireMs } = options
  const application = new BoundedPool({
    connectionString: url,
    application_name: 'loci',
    options: SHORT_STATEMENTS,
    max: applicationMax,
    waiting: applicationMax * WAITING_PER_CONNECTION,
    connectionTimeoutMillis: acquireMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    lock_timeout: timeLimits.lockMs,
    statement_timeout: timeLimits.statementMs,
    idle_in_transaction_session_timeout: timeLimits.idleInTransactionMs,
  })
  const background = new BoundedPool({
    connectionString: url,
    application_name: 'loci-background',
    max: backgroundMax,
    waiting: backgroundMax * WAITING_PER_CONNECTION,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    lock_timeout: 10_000,
    statement_timeout: 300_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  const jobs = new pg.Pool({
    connectionString: url,
    application_name: 'loci-jobs',
    max: 2,
    connectionTimeoutMillis: timeLimits.acquireMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    lock_timeout: timeLimits.lockMs,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: timeLimits.idleInTransactionMs,
  })
  // Without a listener the loss of an idle connection ends the process; the pool replaces it by itself.
  for (const pool of [application, background, jobs])
    pool.on('error', (error) => log.warn(`database: lost a connection (${error.message})`))
  let ending: Promise<void> | undefined
  return {
    application,
    background,
    jobs,
    end: () => {
      ending ??= Promise.all([application.end(), background.end(), jobs.end()]).then(() => {})
      return ending
    },
  }
}
