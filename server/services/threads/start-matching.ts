import type { z } from 'zod'
import { requireReach, tenantOf } from '../../auth/reach'
import type { CountMatchingInput, MatchingResult } from '../../schemas/bulk'
import type { JobView } from '../../schemas/jobs'
import { appendAuditEvent } from '../../store/audit'
import { recordTargets } from '../../store/bulk-targets'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { type JobProgress, runJob } from '../jobs/run-job'
import { applyChange, type MatchingChange } from './matching-change'
import { walkTargets } from './walk-targets'

const auditActions = {
  tag: 'threads.tag',
  delete: 'threads.delete',
  assign: 'reviews.assign',
  mark: 'reviews.mark',
} as const

/**
 * Changes all threads that match when it is called: they are noted before it answers, and threads that come to match later
 * are not touched. Runs as a job, audited thread by thread; what it changed can be taken back (`undoMatching`).
 */
export async function startMatching(
  ctx: ServiceContext,
  { input, change }: { input: z.output<typeof CountMatchingInput>; change: MatchingChange },
): Promise<JobView> {
  const { scope, scopePattern, filters } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  const filter = { ...filters, deleted: false }
  const pool = ctx.database.pools.background
  const all = { kind: 'all' } as const
  const { scopeId } = await withReach(pool, reach, async (entered) => entered)
  const id = await runJob(ctx, {
    kind: `threads-${change.action}`,
    total: null,
    input: JSON.stringify({ change, reach, filter }),
    prepare: (jobId) =>
      withReach(pool, all, async ({ client }) => {
        const threads = await recordTargets(client, { jobId, reach, scopeId, filter })
        await appendAuditEvent(client, ctx, {
          tenant: tenantOf(reach) ?? '',
          action: `${auditActions[change.action]}Matching`,
          objectKind: 'job',
          objectId: jobId,
          // Which filters, not what they ask for: a text may be a person's name.
          details: { reach: reach.kind, filters: Object.keys(filters), threads },
        })
        return threads
      }),
    work: (progress, jobId) => matchingWork(ctx, { change, jobId, progress }),
  })
  return getJob(ctx, { id })
}

/** Repeatable: it goes on with the threads whose turn had not come. */
export function matchingWork(
  ctx: ServiceContext,
  { change, jobId, progress }: { change: MatchingChange; jobId: string; progress: JobProgress },
): Promise<MatchingResult> {
  return walkTargets(ctx, {
    jobId,
    turn: { from: null, to: 'done', leftOut: 'skipped' },
    audit: { action: auditActions[change.action], details: { isBulk: true, jobId } },
    progress,
    work: (client, targets) =>
      applyChange(
        client,
        change,
        targets.map(({ uid }) => uid),
      ),
  })
}
