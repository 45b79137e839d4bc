import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../env'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded'
import { installJobQueue } from './job-queue'
import { migrate } from './migrate'
import { openPools, type Pools } from './pools'
import { ensureApplicationRole, grantTo, roleOf } from './roles'
import type { StartupLog } from './startup-log'

const drainMs = 10_000

export interface Database {
  readonly pools: Pools
  /** For LISTEN on a connection of its own, outside the pools. */
  readonly applicationUrl: string
  /** For what the owner alone may do (migrations, installing the job queue). */
  readonly ownerUrl: string
  readonly embedded: boolean
  /** Is there a queue for background jobs? Not where the owner may not make one. */
  readonly hasJobQueue: boolean
  /** Drains the pools, then stops the embedded engine. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Starts or finds the database, makes the application role, migrates, and opens the pools with that role. Call it before
 * listening: a second process on the same data folder is refused here.
 * @throws StartupError one line with what is wrong and what to do
 */
export async function openDatabase(environment: Environment, log: StartupLog): Promise<Database> {
  const embedded = environment.databaseUrl ? undefined : await startEmbedded(environment, log)
  try {
    const ownerUrl = embedded?.ownerUrl ?? environment.databaseOwnerUrl ?? environment.databaseUrl ?? ''
    const owner = await roleOf(ownerUrl, environment.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')
    const applicationUrl = await applicationUrlOf(environment, ownerUrl, log)
    const application = await roleOf(applicationUrl, 'DATABASE_URL')
    if (application.passesRowSecurity) {
      log.warn(
        `database: row-level security does not hold for ${application.name}: put an ordinary role in DATABASE_URL`,
      )
    }
    let hasJobQueue = false
    await migrate({
      ownerUrl,
      log,
      afterwards: async (client) => {
        if (application.name !== owner.name) await grantTo(client, application.name)
        hasJobQueue = await installJobQueue({ ownerUrl, client, role: application.name, log })
      },
    })
    const pools = openPools({ url: applicationUrl, log })
    let closing: Promise<void> | undefined
    return {
      pools,
      applicationUrl,
      ownerUrl,
      embedded: embedded !== undefined,
      hasJobQueue,
      close: () => {
        // A connection that is never given back must not keep the engine from stopping.
        closing ??= Promise.race([pools.end(), delay(drainMs, undefined, { ref: false })]).finally(() =>
          embedded?.stop(),
        )
        return closing
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

function startEmbedded({ dataDir, host, port }: Environment, log: StartupLog): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({ dataDir, address: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, log })
}

async function applicationUrlOf(environment: Environment, ownerUrl: string, log: StartupLog): Promise<string> {
  const { databaseUrl, databaseOwnerUrl, secret } = environment
  if (databaseUrl && databaseOwnerUrl) return databaseUrl
  return (await ensureApplicationRole({ ownerUrl, secret, log })) ?? ownerUrl
}
