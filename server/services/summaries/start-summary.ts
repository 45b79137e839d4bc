import type { z } from 'zod'
import { LociError } from '../../errors'
import type { JobView } from '../../schemas/jobs'
import type { SummarizeResult, SummarizeThreadInput } from '../../schemas/summaries'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { openThread } from '../messages/open-thread'
import { type SummaryOutcome, summarizeThread } from './summarize-thread'
import { summarizingSettings } from './summary-situation'

/**
 * threads.summarize: makes a summary now of all whole turns before the recent messages, however few, and answers with the
 * job that does it; `jobs.get` tells how it ends (SummarizeResult).
 *
 * @throws NOT_FOUND (S3); CONFLICT where the thread's window shows no summaries
 */
export async function startSummary(
  ctx: ServiceContext,
  input: z.output<typeof SummarizeThreadInput>,
): Promise<JobView> {
  const key = await openThread(ctx, input, async (client, thread) => {
    if (!(await summarizingSettings(ctx, client, thread))) {
      throw new LociError('CONFLICT', 'The window of this thread shows no summaries: choose a summarizing one first.')
    }
    return { tenant: thread.tenant, scopeId: thread.scopeId, uid: thread.uid }
  })
  const id = await runJob(ctx, {
    kind: 'summary',
    total: null,
    work: async (progress) => {
      let requests = 0
      const onRequest = () => progress(requests++)
      return resultOf(await summarizeThread(ctx, { key, asked: true, signal: new AbortController().signal, onRequest }))
    },
  })
  return getJob(ctx, { id })
}

function resultOf(outcome: SummaryOutcome): SummarizeResult {
  switch (outcome.kind) {
    case 'made':
      return { outcome: 'made', versions: [...outcome.versions], reason: null }
    case 'failed':
      return { outcome: 'failed', versions: [], reason: outcome.reason }
    case 'busy':
    case 'waiting':
      return { outcome: 'busy', versions: [], reason: null }
    case 'nothing':
    case 'gone':
      return { outcome: outcome.kind, versions: [], reason: null }
  }
}
