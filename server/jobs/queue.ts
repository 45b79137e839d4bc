import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { type QueueName, queueSchema } from '../database/job-queue'
import { sqlState } from '../store/database-error'
import type { Queryable } from '../store/window-rows'
import { startWorker, type Worker, type WorkOptions } from './worker'

/** What a job of each queue is told. Keys, never content: what is done is looked up when it is done. */
export interface JobData extends Record<QueueName, object> {
  summaries: { readonly tenant: string; readonly scopeId: string; readonly uid: string }
}

export interface SendOptions {
  /** Of jobs with one key at most one waits; another one is not taken. */
  readonly key?: string
  /** Milliseconds until it may run; without it now. */
  readonly afterMs?: number
  /** A connection inside a transaction: the job is there when that is committed, and else not. */
  readonly client?: Queryable
}

/** Jobs of one queue, one or a batch; `signal` ends when the process stops and has waited long enough. */
export type JobHandler<Name extends QueueName> = (jobs: readonly JobData[Name][], signal: AbortSignal) => Promise<void>

export interface JobQueue {
  /** False where the owner may not make a queue: nothing is sent then, and nothing runs. */
  readonly isAvailable: boolean
  /** The new job's id; null when one with its key waits already, or there is no queue. */
  send<Name extends QueueName>(name: Name, data: JobData[Name], options?: SendOptions): Promise<string | null>
  /**
   * Takes jobs from a queue from the start on, on any number of processes; each job goes to one of them. A handler that
   * throws gets its jobs again, later and later (the queue's settings say how often).
   */
  work<Name extends QueueName>(name: Name, options: WorkOptions, handler: JobHandler<Name>): void
  /** Begins to work. Never throws: without a database it goes on trying. */
  start(): void
  /** Takes no more jobs, lets those that run end for at most 5 s, then tells them to. Safe to call twice. */
  stop(): Promise<void>
}

export interface JobQueueOptions {
  readonly pool: Pool
  readonly isAvailable: boolean
  readonly log: Pick<Logger, 'warn'>
}

const maintenanceEveryMs = 60_000
const warnEveryMs = 60_000

/** pg-boss on the application's role; processes on one database share its queues. */
export function createJobQueue({ pool, isAvailable, log }: JobQueueOptions): JobQueue {
  const workers: Worker[] = []
  let warnedAt = 0
  const warn = (error: unknown) => {
    if (Date.now() - warnedAt < warnEveryMs) return
    warnedAt = Date.now()
    log.warn({ err: error }, 'the job queue has failed; it goes on trying')
  }
  const database: PgBoss.Db = {
    executeSql: async (text, values) => {
      try {
        return await pool.query(text, values)
      } catch (error) {
        // Two jobs of one key met; pg-boss has seen to it.
        if (sqlState(error) !== '23505') warn(error)
        throw error
      }
    },
  }
  let opening: Promise<PgBoss> | undefined
  const open = () => {
    opening ??= import('pg-boss').then(({ default: Boss }) => {
      const boss = new Boss({
        db: database,
        schema: queueSchema,
        migrate: false,
        schedule: false,
        supervise: false,
        archiveCompletedAfterSeconds: 3_600,
        deleteAfterDays: 2,
      })
      boss.on('error', warn)
      return boss
    })
    return opening
  }
  let maintaining: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined

  /** Gives jobs of lost processes to others and throws away old ones; under a lock, so any process may ask for it. */
  const maintain = () => {
    maintaining = maintaining.then(async () => (await open()).maintain()).catch(warn)
  }

  return {
    isAvailable,
    async send(name, data, { key, afterMs, client } = {}) {
      if (!isAvailable || stopping) return null
      const boss = await open()
      const id = await boss.send(name, data, {
        // Under the queues' policy all jobs without a key would have the same one.
        singletonKey: key ?? randomUUID(),
        ...(afterMs === undefined ? {} : { startAfter: new Date(Date.now() + afterMs) }),
        ...(client === undefined ? {} : { db: { executeSql: (text, values) => client.query(text, values) } }),
      })
      if (id !== null && afterMs === undefined && client === undefined) {
        for (const worker of workers) if (worker.queue === name) worker.wake()
      }
      return id
    },
    work(name, options, handler) {
      if (!isAvailable) return
      // The queue's rows were made by `send` of the same name.
      const handle = (jobs: readonly object[], signal: AbortSignal) => handler(jobs as JobData[typeof name][], signal)
      workers.push(startWorker({ queue: name, open, handle, warn, ...options }))
    },
    start() {
      if (!isAvailable || stopping) return
      timer ??= setInterval(maintain, maintenanceEveryMs).unref()
      for (const worker of workers) worker.start()
    },
    stop() {
      stopping ??= (async () => {
        clearInterval(timer)
        await Promise.all(workers.map((worker) => worker.stop()))
        await maintaining
      })()
      return stopping
    },
  }
}
