import type { Services } from '../services/context'
import { aliveSince, INTERRUPTED } from '../services/jobs/run-job'
import { purgeExpired } from '../services/threads/purge-threads'
import { removeOldExports } from '../store/exports'
import { failInterruptedJobs } from '../store/jobs'
import { withReach } from '../store/reach'

const EVERY_MS = 10 * 60_000

export interface Housekeeping {
  /** Waits for what is being done at the moment. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * What has to be done from time to time, now and every ten minutes: the trash is emptied of what has been in it long
 * enough, exports that can be fetched no longer are removed, and jobs whose process has gone are marked, so that their
 * callers start them again. Every process does it; the database decides who gets what.
 */
export function startHousekeeping(services: Services): Housekeeping {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = running
      .then(() => keepHouse(services))
      .catch((error: unknown) => {
        services.log.warn({ err: error }, 'housekeeping failed; it is tried again')
      })
  }
  run()
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
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
  await withReach(services.database.pools.background, { kind: 'all' }, ({ client }) => removeOldExports(client))
  await purgeExpired(services)
}
