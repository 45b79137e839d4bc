import type { Logger } from 'pino'
import type { Principal } from '../auth/principal'
import type { Signer } from '../auth/signer'
import type { Database } from '../database/open'
import type { JobQueue } from '../jobs/queue'
import type { Models } from '../models/models'
import type { ConfigCache } from './agents/config-cache'
import type { ReadCounter } from './insights/read-counter'
import type { RunningJobs } from './jobs/running-jobs'
import type { LiveStreams } from './live/live-streams'
import type { ThreadChanges } from './live/thread-changes'
import type { AccessClock } from './memory/access-clock'
import type { SummarySignals } from './summaries/summary-signals'

/** What one process holds, made once in server/main.ts and in tests. */
export interface Services {
  database: Database
  /** Signs read tokens and cursors. */
  signer: Signer
  /** The newest settings of the app and its agents. */
  configs: ConfigCache
  /** Batches `accessedAt` off the hot path. */
  accessClock: AccessClock
  /** Counts what agents read, off the hot path. */
  readCounter: ReadCounter
  /** What `runJob` has started in this process. */
  runningJobs: RunningJobs
  /** Work that waits for no caller, shared by all processes on the database. */
  queue: JobQueue
  /** Notices when a thread's summary is due. */
  summarySignals: SummarySignals
  /** Tells who watches a thread, on any process, that it has changed. */
  threadChanges: ThreadChanges
  /** The streams of events that are open in this process. */
  liveStreams: LiveStreams
  /** The model endpoint, where one is configured. */
  models: Models
  log: Logger
}

/** One call: who makes it, and the request's own text where messages must be kept as they came (M2). */
export interface ServiceContext extends Services {
  principal: Principal
  requestId: string
  /**
   * The source slices of the input's `messages`, in order, when the call came as JSON text. Without it (calls inside the
   * process) a message's text is its JSON.stringify.
   */
  messageTexts?: readonly string[] | undefined
  /** Starts an operator's session and answers with its cookie; absent in calls inside the process. */
  signIn?: ((credentials: { email: string; password: string }) => Promise<void>) | undefined
  /**
   * Counts a try at an account's password before it is made, and takes it back when it was right; absent in calls inside
   * the process. It rejects with RATE_LIMITED after some wrong ones.
   */
  countedTry?: ((email: string, attempt: () => Promise<boolean>) => Promise<boolean>) | undefined
}
