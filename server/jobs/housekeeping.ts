import type { Services } from '../services/context'
import { aliveSince, INTERRUPTED } from '../services/jobs/run-job'
import { followRetention } from '../services/retention/follow-retention'
import { expireThreads } from '../services/threads/expire-threads'
import { purgeExpired } from '../services/threads/purge-threads'
import { removeOldTargets } from '../store/bulk-targets'
import { removeOldExports } from '../store/exports'
import { removeOldImportParts } from '../store/imports'
import { failInterruptedJobs } from '../store/jobs'
import { withReach } from '../store/reach'
import { removeOldReadSizes } from '../store/read-sizes'

const EVERY_MS = 10 * 60_000
/** How long a thread may outlive its ttl. */
const EXPIRY_EVERY_MS = 5_000

export interface Housekeeping {
  /** Waits for what is being done at the moment. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * What has to be done from time to time. Now and every ten minutes the trash is emptied of what has been in it long
 * enough, exports that can be fetched no longer are removed, and jobs whose process has gone are marked, so that their
 * callers start them again; once a day the rules of retention are followed. Every five seconds threads whose ttl is over are put into the trash. Every process does it; the
 * database decides who gets what.
 */
export function startHousekeeping(services: Services): Housekeeping {
  const house = repeat(services, { everyMs: EVERY_MS, work: keepHouse })
  const expiry = repeat(services, { everyMs: EXPIRY_EVERY_MS, work: expireThreads })
  return {
    stop: async () => {
      await Promise.all([house.stop(), expiry.stop()])
    },
  }
}

/** Now and from time to time, one round after the other. */
function repeat(
  services: Services,
  { everyMs, work }: { everyMs: number; work: (services: Services) => Promise<unknown> },
): Housekeeping {
  let running: Promise<unknown> | null = null
  const run = () => {
    // A round that takes longer than the time between two takes the place of the next.
    running ??= work(services)
      .catch((error: unknown) => {
        services.log.warn({ err: error }, 'housekeeping failed; it is tried again')
      })
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** One round of it. */
export async function keepHouse(services: Services): Promise<void> {
  const interrupted = await failInterruptedJobs(services.database.pools.background, {
    error: INTERRUPTED,
    aliveSince: aliveSince(services),
  })
  if (interrupted > 0) services.log.warn({ jobs: interrupted }, 'jobs were cut off by the end of their process')
  await withReach(services.database.pools.background, { kind: 'all' }, async ({ client }) => {
    await removeOldExports(client)
    await removeOldImportParts(client)
    await removeOldTargets(client)
    await removeOldReadSizes(client)
  })
  await followRetention(services)
  await purgeExpired(services)
}
