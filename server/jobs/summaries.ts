import type { Services } from '../services/context'
import { type SummaryOutcome, summarizeThread } from '../services/summaries/summarize-thread'

/** Summaries that one process makes at once: they wait for a model most of the time. */
const CONCURRENCY = 2
/** After so many failures in a row a thread waits for its next write or read. */
const ATTEMPTS = 8

/** Makes summaries in the background, and comes back to threads that could not have one yet. */
export function workOnSummaries(services: Services): void {
  services.queue.work('summaries', { concurrency: CONCURRENCY }, async (jobs, signal) => {
    for (const key of jobs) {
      const outcome = await summarizeThread(services, { key, asked: false, signal })
      const afterMs = comeBackAfter(outcome)
      if (afterMs !== null) await services.queue.send('summaries', key, { key: key.uid, afterMs })
    }
  })
}

function comeBackAfter(outcome: SummaryOutcome): number | null {
  switch (outcome.kind) {
    case 'made':
      return outcome.isBehind ? 0 : null
    case 'busy':
    case 'waiting':
      return outcome.afterMs
    case 'failed':
      return outcome.attempts < ATTEMPTS ? outcome.afterMs : null
    case 'nothing':
    case 'gone':
      return null
  }
}
