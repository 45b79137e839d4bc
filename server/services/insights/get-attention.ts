import { principalId } from '../../auth/principal'
import { isLimited } from '../../auth/reach'
import type { AttentionOutput } from '../../schemas/insights'
import { countFailures, countSignals, largestThreads, oldestUnreviewed, stalestThreads } from '../../store/attention'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { threadBrief } from './thread-brief'

/** Counts of what needs a look stop here. */
export const ATTENTION_LIMIT = 1_000
const LISTED = 6

/** How things stand now: what needs a look, and the largest and the stalest threads. */
export async function getAttention(ctx: ServiceContext): Promise<AttentionOutput> {
  return withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const signals = await countSignals(client, { cap: ATTENTION_LIMIT })
    const failures = await countFailures(client, {
      cap: ATTENTION_LIMIT,
      createdBy: isLimited(ctx.principal) ? principalId(ctx.principal) : null,
    })
    const largest = await largestThreads(client, { limit: LISTED })
    const stalest = await stalestThreads(client, LISTED)
    const oldest = await oldestUnreviewed(client)
    return {
      signals: signals.map((each) => ({ ...each, capped: each.threads >= ATTENTION_LIMIT })),
      failedJobs: capped(failures.failedJobs),
      failedSummaries: capped(failures.failedSummaries),
      largest: largest.map(threadBrief),
      stalest: stalest.map(threadBrief),
      oldestUnreviewed: oldest && threadBrief(oldest),
    }
  })
}

function capped(count: number): { count: number; capped: boolean } {
  return { count, capped: count >= ATTENTION_LIMIT }
}
