import type { Logger } from 'pino'
import { createSigner } from '../auth/signer'
import { Notifications } from '../database/notifications'
import type { Database } from '../database/open'
import { createJobQueue } from '../jobs/queue'
import type { Models } from '../models/models'
import { notify, THREAD_CHANNEL } from '../store/notify'
import { ConfigCache } from './agents/config-cache'
import type { Services } from './context'
import { ReadCounter } from './insights/read-counter'
import { RunningJobs } from './jobs/running-jobs'
import { LiveStreams } from './live/live-streams'
import { ThreadChanges } from './live/thread-changes'
import { AccessClock } from './memory/access-clock'
import { SummarySignals } from './summaries/summary-signals'

/**
 * What one process holds besides its HTTP server. Stop `liveStreams`, `queue`, `runningJobs`, `threadChanges`,
 * `accessClock` and `readCounter` before the database is closed.
 */
export function createServices(options: { database: Database; secret: string; models: Models; log: Logger }): Services {
  const { database, secret, models, log } = options
  const pool = database.pools.application
  const accessClock = new AccessClock(pool, log)
  accessClock.start()
  const readCounter = new ReadCounter(database.pools.background, log)
  readCounter.start()
  const queue = createJobQueue({ pool: database.pools.jobs, isAvailable: database.hasJobQueue, log })
  const threadChanges = createThreadChanges(database, log)
  return {
    database,
    signer: createSigner(secret),
    configs: new ConfigCache(pool),
    accessClock,
    readCounter,
    runningJobs: new RunningJobs(),
    queue,
    summarySignals: new SummarySignals(queue, log),
    threadChanges,
    liveStreams: new LiveStreams(),
    models,
    log,
  }
}

/** Other processes are told over the pool, and heard on a connection of its own as soon as somebody watches a thread. */
function createThreadChanges({ pools, applicationUrl }: Database, log: Logger): ThreadChanges {
  const notifications = new Notifications({
    url: applicationUrl,
    channel: THREAD_CHANNEL,
    log,
    heard: (payload) => changes.heard(payload),
    connected: () => changes.wakeAll(),
  })
  const changes = new ThreadChanges({
    send: (payload) => notify(pools.application, payload),
    listen: () => notifications.start(),
    unlisten: () => notifications.stop(),
    log,
  })
  return changes
}
