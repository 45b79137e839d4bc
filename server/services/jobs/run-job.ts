import { uuidv7 } from 'uuidv7'
import { principalId } from '../../auth/principal'
import { LociError } from '../../errors'
import { finishJob, insertJob, reportProgress } from '../../store/jobs'
import type { ServiceContext } from '../context'

/** Thrown inside a job by `progress` after somebody has asked it to stop. */
class JobCancelled extends Error {}

/** Call it as often as you like; it reaches the database at most four times a second. */
export type JobProgress = (done: number) => Promise<void>

const REPORT_EVERY_MS = 250

/**
 * Starts work that outlives its request and answers with the job's id at once. The work has to be repeatable: a job that
 * is cut off by the end of the process is marked as failed and is started again by its caller.
 */
export async function runJob(
  ctx: ServiceContext,
  job: { kind: string; total: number | null; work: (progress: JobProgress) => Promise<unknown> },
): Promise<string> {
  const pool = ctx.database.pools.background
  const id = uuidv7()
  await insertJob(pool, { id, kind: job.kind, total: job.total, createdBy: principalId(ctx.principal) })

  let reportedAt = 0
  const progress: JobProgress = async (done) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS && done !== job.total) return
    reportedAt = Date.now()
    const { isCancelled } = await reportProgress(pool, { id, done })
    if (isCancelled) throw new JobCancelled()
  }

  job
    .work(progress)
    .then((result) => finishJob(pool, { id, state: 'done', result, error: null }))
    .catch(async (error: unknown) => {
      if (error instanceof JobCancelled) return finishJob(pool, { id, state: 'cancelled', result: null, error: null })
      ctx.log.error({ jobId: id, kind: job.kind, err: error }, 'job failed')
      const message = error instanceof LociError ? error.message : 'Something went wrong on our side.'
      return finishJob(pool, { id, state: 'failed', result: null, error: message })
    })
    .catch((error: unknown) => ctx.log.error({ jobId: id, err: error }, 'job could not be marked'))
  return id
}
