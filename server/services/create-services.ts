import type { Logger } from 'pino'
import { createSigner } from '../auth/signer'
import type { Database } from '../database/open'
import { createJobQueue } from '../jobs/queue'
import type { Models } from '../models/models'
import { ConfigCache } from './agents/config-cache'
import type { Services } from './context'
import { RunningJobs } from './jobs/running-jobs'
import { AccessClock } from './memory/access-clock'
import { SummarySignals } from './summaries/summary-signals'

/** What one process holds besides its HTTP server. Stop `queue`, `runningJobs`, `accessClock` before the database is closed. */
export function createServices(options: { database: Database; secret: string; models: Models; log: Logger }): Services {
  const { database, secret, models, log } = options
  const pool = database.pools.application
  const accessClock = new AccessClock(pool, log)
  accessClock.start()
  const queue = createJobQueue({ pool: database.pools.jobs, isAvailable: database.hasJobQueue, log })
  return {
    database,
    signer: createSigner(secret),
    configs: new ConfigCache(pool),
    accessClock,
    runningJobs: new RunningJobs(),
    queue,
    summarySignals: new SummarySignals(queue, log),
    models,
    log,
  }
}
