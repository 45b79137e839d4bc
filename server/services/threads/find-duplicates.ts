import type { z } from 'zod'
import { type Reach, requireReach } from '../../auth/reach'
import type { CountMatchingInput } from '../../schemas/bulk'
import { COMPARE_LIMIT } from '../../schemas/compare'
import { DUPLICATES_JOB, type Duplicate, type DuplicatesResult } from '../../schemas/duplicates'
import type { JobView } from '../../schemas/jobs'
import { countToExport } from '../../store/exports'
import { loadMessageKeys, threadsToScan, threadsWithEqualAnswers } from '../../store/message-keys'
import { withReach } from '../../store/reach'
import type { ThreadFilter } from '../../store/threads-filter'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { type JobProgress, runJob } from '../jobs/run-job'
import { withoutRepeats } from './repeats-of-thread'

/** Threads that are looked at in one transaction. */
const AT_ONCE = 100
/** Threads that a result names; it counts all. */
const MOST_NAMED = 1_000
const ranks = { sure: 0, likely: 1, possible: 2 } as const

/** Looks through all living threads that match for history that was stored twice. Runs as a job; changes nothing. */
export async function findDuplicates(
  ctx: ServiceContext,
  { scope, scopePattern, filters }: z.output<typeof CountMatchingInput>,
): Promise<JobView> {
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  const filter = { ...filters, deleted: false }
  const id = await runJob(ctx, {
    kind: DUPLICATES_JOB,
    total: null,
    input: JSON.stringify({ reach, filters: Object.keys(filters) }),
    prepare: () =>
      withReach(ctx.database.pools.background, reach, async ({ client, scopeId }) => {
        const { threads } = await countToExport(client, { reach, scopeId, filter })
        return threads
      }),
    work: (progress) => scan(ctx, { reach, filter, progress }),
  })
  return getJob(ctx, { id })
}

async function scan(
  ctx: ServiceContext,
  { reach, filter, progress }: { reach: Reach; filter: ThreadFilter; progress: JobProgress },
): Promise<DuplicatesResult> {
  const found: Duplicate[] = []
  let threads = 0
  let tooLong = 0
  let afterUid: string | null = null
  do {
    const page = { reach, filter, afterUid, limit: AT_ONCE }
    afterUid = await withReach(ctx.database.pools.background, reach, async ({ client, scopeId }) => {
      const scanned = await threadsToScan(client, { ...page, scopeId })
      const suspects = await threadsWithEqualAnswers(client, scanned)
      for (const thread of scanned) {
        threads += 1
        if (!suspects.has(thread.uid)) continue
        if (thread.messageCount > COMPARE_LIMIT) {
          tooLong += 1
          continue
        }
        const keys = await loadMessageKeys(client, { thread, to: thread.messageCount })
        const { repeats, certainty, left } = withoutRepeats(keys)
        if (certainty === null) continue
        found.push({
          uid: thread.uid,
          certainty,
          stretches: repeats.length,
          messages: left.length,
          tokens: left.reduce((sum, { tokens }) => sum + tokens, 0),
        })
      }
      return scanned.at(-1)?.uid ?? null
    })
    await progress(threads)
  } while (afterUid !== null)
  found.sort((one, other) => ranks[one.certainty] - ranks[other.certainty] || other.tokens - one.tokens)
  return { threads, found: found.length, tooLong, items: found.slice(0, MOST_NAMED) }
}
