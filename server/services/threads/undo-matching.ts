import type { z } from 'zod'
import { PERMISSIONS } from '../../auth/permissions'
import { LociError, notFound } from '../../errors'
import type { MatchingResult, UndoMatchingInput } from '../../schemas/bulk'
import type { JobView } from '../../schemas/jobs'
import { countTargets } from '../../store/bulk-targets'
import { findJobInput } from '../../store/jobs'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { type JobProgress, runJob } from '../jobs/run-job'
import { type MatchingChange, readChange, revertChange } from './matching-change'
import { walkTargets } from './walk-targets'

const auditActions = {
  tag: 'threads.tag',
  delete: 'threads.restore',
  assign: 'reviews.assign',
  mark: 'reviews.mark',
} as const

/**
 * Takes back what an operation on all that match has changed, also one that was cancelled or cut off, and only that: a
 * thread that somebody has changed in the same place since stays as it is.
 *
 * @throws NOT_FOUND without such a job; CONFLICT while it runs; FORBIDDEN for whoever could not have begun it
 */
export async function undoMatching(
  ctx: ServiceContext,
  { jobId }: z.output<typeof UndoMatchingInput>,
): Promise<JobView> {
  const pool = ctx.database.pools.background
  await getJob(ctx, { id: jobId })
  const job = await findJobInput(pool, jobId)
  if (job === null) throw notFound('job')
  const change = readChange(job.input)
  const { principal } = ctx
  if (change.action === 'delete' && principal.kind === 'operator' && !PERMISSIONS[principal.role].includes('act')) {
    throw new LociError('FORBIDDEN', `Your role (${principal.role}) does not restore threads.`)
  }
  if (job.state === 'running') throw new LociError('CONFLICT', 'It still runs: cancel it first, or wait.')
  const total = await withReach(pool, { kind: 'all' }, ({ client }) => countTargets(client, { jobId, outcome: 'done' }))
  const id = await runJob(ctx, {
    kind: 'threads-undo',
    total,
    input: JSON.stringify({ undoes: jobId, change }),
    work: (progress) => undoWork(ctx, { change, jobId, progress }),
  })
  return getJob(ctx, { id })
}

/** Repeatable: what has been given back is not looked at again. `jobId` is the operation's that is taken back. */
export function undoWork(
  ctx: ServiceContext,
  { change, jobId, progress }: { change: MatchingChange; jobId: string; progress: JobProgress },
): Promise<MatchingResult> {
  return walkTargets(ctx, {
    jobId,
    turn: { from: 'done', to: 'undone', leftOut: 'kept' },
    audit: { action: auditActions[change.action], details: { isBulk: true, isUndo: true, jobId } },
    progress,
    work: (client, targets) => revertChange(client, change, targets),
  })
}
