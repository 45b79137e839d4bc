import pg from 'pg'
import type { StartupLog } from './startup-log'

/** pg-boss keeps its tables here, apart from ours. */
export const queueSchema = 'pgboss'

interface QueueSettings {
  /** Of jobs with one singleton key at most one waits; one that runs does not count, for what it has looked at may be old. */
  readonly policy: 'short'
  /** Attempts after the first, for failures that nothing foresaw; the first comes after `retryDelay` seconds, each later. */
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryBackoff: true
  /** Seconds after which a job whose process has gone is given to another. */
  readonly expireInSeconds: number
}

/** Every queue there is. A queue is a table, so the owner makes it at the start; the application may only use it. */
export const queues = {
  summaries: { policy: 'short', retryLimit: 5, retryDelay: 15, retryBackoff: true, expireInSeconds: 900 },
} as const satisfies Record<string, QueueSettings>

export type QueueName = keyof typeof queues

const insufficientPrivilege = '42501'

export interface InstallQueueOptions {
  readonly ownerUrl: string
  /** The owner's, inside the transaction that holds the migration lock. */
  readonly client: pg.Client
  /** Who uses the queues. */
  readonly role: string
  readonly log: StartupLog
}

/**
 * Makes pg-boss's schema and our queues where they are missing, and lets the application's role use them, no more.
 * @returns false, after one line, where the owner may not create schemas: there are no background jobs then
 */
export async function installJobQueue({ ownerUrl, client, role, log }: InstallQueueOptions): Promise<boolean> {
  await client.query('savepoint job_queue')
  try {
    const current = await isCurrent(client)
    // Gives back the locks of that look, behind which the installation would wait.
    await client.query('rollback to savepoint job_queue')
    // Loading pg-boss takes a while, and most starts have nothing to install.
    if (current) await client.query(grantsTo(role))
    else await install(ownerUrl, role)
    return true
  } catch (error) {
    await client.query('rollback to savepoint job_queue')
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
    log.warn(
      `database: the owner may not create the schema ${queueSchema}, so there are no background jobs (no summaries): let it create schemas, or set DATABASE_OWNER_URL`,
    )
    return false
  }
}

/** The form of the tables of the pg-boss that is installed. */
export const queueVersion = 24

async function isCurrent(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${queueSchema}.version`,
  ])
  if (!found[0]?.exists) return false
  const { rows } = await client.query<{ version: number; names: string[] | null }>(
    `select v.version, (select array_agg(q.name) from ${queueSchema}.queue q) as names from ${queueSchema}.version v`,
  )
  const names = new Set(rows[0]?.names)
  return rows[0]?.version === queueVersion && Object.keys(queues).every((name) => names.has(name))
}

/** On a connection of its own: pg-boss commits for itself, and the lock's transaction must stay open. */
async function install(ownerUrl: string, role: string): Promise<void> {
  const { default: PgBoss } = await import('pg-boss')
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, application_name: 'loci-migrate' })
  pool.on('error', () => {})
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    migrate: true,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const [name, settings] of Object.entries(queues)) await boss.createQueue(name, { name, ...settings })
    await pool.query(grantsTo(role))
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}

function grantsTo(role: string): string {
  const name = pg.escapeIdentifier(role)
  return `
    grant usage on schema ${queueSchema} to ${name};
    grant select, insert, update, delete on ${queueSchema}.job, ${queueSchema}.archive to ${name};
    grant select on ${queueSchema}.queue to ${name};
    grant select, update on ${queueSchema}.version to ${name};
  `
}
