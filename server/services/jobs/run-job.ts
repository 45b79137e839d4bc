import { uuidv7 } from 'uuidv7'
import { principalId } from '../../auth/principal'
import { LociError } from '../../errors'
import {
  finishJob,
  insertJob,
  insertJobAlone,
  keepJobAlive,
  reportProgress,
  restartJob,
  setJobTotal,
} from '../../store/jobs'
import type { ServiceContext, Services } from '../context'

/** Thrown inside a job by `progress` after somebody has asked it to stop. */
class JobCancelled extends Error {}

/** Thrown inside a job by `progress` when its process ends. */
class JobInterrupted extends Error {}

/** Why a job failed whose process has ended. */
export const INTERRUPTED = 'The process that did this was stopped. Start it again: nothing is doubled.'

/** Call it as often as you like; it reaches the database at most four times a second. */
export type JobProgress = (done: number) => Promise<void>

export interface JobPlan {
  readonly kind: string
  readonly total: number | null
  /** What it is told to do, as JSON text, for whoever looks at it later. */
  readonly input?: string
  /**
   * Done before the job is answered, such as to note what it means; answers how much there is to do. What it throws is the
   * caller's, and the job counts as failed.
   */
  readonly prepare?: (jobId: string) => Promise<number>
  /** Has to be repeatable: a job that is cut off by the end of its process is marked as failed and started again. */
  readonly work: (progress: JobProgress, jobId: string) => Promise<unknown>
  /** Kinds of which one job runs at a time: while one of this kind does, it is answered in place of a new one. */
  readonly alone?: readonly string[]
}

const REPORT_EVERY_MS = 250
const ALIVE_EVERY_MS = 5_000

/**
 * Starts work that outlives its request and answers with the job's id at once.
 *
 * @throws CONFLICT while a job of another kind runs that must not run beside it; UNAVAILABLE when the process is stopping
 */
export async function runJob(ctx: ServiceContext, job: JobPlan): Promise<string> {
  if (ctx.runningJobs.isStopping) throw new LociError('UNAVAILABLE', 'Loci is stopping.', { retryAfterMs: 5_000 })
  const pool = ctx.database.pools.background
  const id = uuidv7()
  const row = { id, kind: job.kind, total: job.total, input: job.input, createdBy: principalId(ctx.principal) }
  if (job.alone === undefined) {
    await insertJob(pool, row)
  } else {
    const running = await insertJobAlone(pool, { job: row, kinds: job.alone, aliveSince: aliveSince(ctx) })
    if (running?.kind === job.kind) return running.id
    if (running) throw new LociError('CONFLICT', 'Another job has to end before this one can start.')
  }
  const total = await prepare(ctx, job, id)
  ctx.runningJobs.add(run(ctx, { ...job, total }, id))
  return id
}

/**
 * Runs a job's work once more, in its own row, from the beginning. Of two who ask at once one gets it.
 *
 * @throws CONFLICT for a job that runs, or has done its work; UNAVAILABLE when the process is stopping
 */
export async function rerunJob(
  ctx: ServiceContext,
  id: string,
  job: Omit<JobPlan, 'prepare' | 'alone'>,
): Promise<void> {
  if (ctx.runningJobs.isStopping) throw new LociError('UNAVAILABLE', 'Loci is stopping.', { retryAfterMs: 5_000 })
  if (!(await restartJob(ctx.database.pools.background, id))) {
    throw new LociError('CONFLICT', 'Only a job that failed or was cancelled can be tried again.')
  }
  ctx.runningJobs.add(run(ctx, job, id))
}

/**
 * Jobs that have said nothing for a minute, or in the embedded engine since before this process, which is the only one on
 * it, run no more. Null leaves it at the minute.
 */
export function aliveSince({ database }: Pick<Services, 'database'>): Date | null {
  return database.embedded ? new Date(performance.timeOrigin) : null
}

async function prepare(ctx: ServiceContext, job: JobPlan, id: string): Promise<number | null> {
  if (job.prepare === undefined) return job.total
  const pool = ctx.database.pools.background
  try {
    const total = await job.prepare(id)
    await setJobTotal(pool, { id, total })
    return total
  } catch (error) {
    await finishJob(pool, { id, result: null, ...endOf(ctx, { error, id, kind: job.kind }) })
    throw error
  }
}

async function run(ctx: ServiceContext, job: JobPlan, id: string): Promise<void> {
  const pool = ctx.database.pools.background
  let reportedAt = 0
  const progress: JobProgress = async (done) => {
    if (ctx.runningJobs.isStopping) throw new JobInterrupted()
    if (Date.now() - reportedAt < REPORT_EVERY_MS && done !== job.total) return
    reportedAt = Date.now()
    const { isCancelled } = await reportProgress(pool, { id, done })
    if (isCancelled) throw new JobCancelled()
  }
  const timer = setInterval(() => keepJobAlive(pool, id).catch(() => {}), ALIVE_EVERY_MS).unref()
  try {
    const result = await job.work(progress, id)
    await finishJob(pool, { id, state: 'done', result, error: null })
  } catch (error) {
    await finishJob(pool, { id, result: null, ...endOf(ctx, { error, id, kind: job.kind }) }).catch(
      (failure: unknown) => ctx.log.error({ jobId: id, err: failure }, 'job could not be marked'),
    )
  } finally {
    clearInterval(timer)
  }
}

function endOf(
  ctx: ServiceContext,
  { error, id, kind }: { error: unknown; id: string; kind: string },
): { state: 'failed' | 'cancelled'; error: string | null } {
  if (error instanceof JobCancelled) return { state: 'cancelled', error: null }
  if (error instanceof JobInterrupted) return { state: 'failed', error: INTERRUPTED }
  ctx.log.error({ jobId: id, kind, err: error }, 'job failed')
  return { state: 'failed', error: error instanceof LociError ? error.message : 'Something went wrong on our side.' }
}
