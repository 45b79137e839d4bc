import type { z } from 'zod'
import { messagesWithoutSummary } from '../../../memory/summary-plan'
import type { ThreadSummariesInput, ThreadSummariesOutput } from '../../schemas/summaries'
import { listSummaries } from '../../store/summaries'
import { summaryState } from '../../store/summary-state'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { modelFor, summarizingSettings } from './summary-situation'

/**
 * threads.summaries: what has been made of a thread's beginning, newest version first, and why there is no newer one.
 * @throws NOT_FOUND (S3)
 */
export async function threadSummaries(
  ctx: ServiceContext,
  input: z.output<typeof ThreadSummariesInput>,
): Promise<ThreadSummariesOutput> {
  return openThread(ctx, input, async (client, thread) => {
    const settings = await summarizingSettings(ctx, client, thread)
    const items = await listSummaries(client, thread, input.limit)
    const state = await summaryState(client, thread)
    const lag = { messageCount: thread.messageCount, covered: items[0]?.toSeq ?? 0 }
    const hasNoModel = settings !== undefined && modelFor(ctx, settings) === undefined
    return {
      items: items.map((item) => ({ ...item, createdAt: item.createdAt.toISOString() })),
      state: {
        isSummarizing: settings !== undefined,
        waiting: settings ? messagesWithoutSummary(lag, settings) : 0,
        due: settings?.summarizeEvery ?? null,
        isRunning: state?.isRunning ?? false,
        reason: hasNoModel ? 'no-model' : (state?.reason ?? null),
        attempts: state?.attempts ?? 0,
        retryAt: state?.retryAt?.toISOString() ?? null,
      },
    }
  })
}
