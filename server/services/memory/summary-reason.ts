import { isSummaryDue, summarizingPart } from '../../../memory/summary-plan'
import type { WindowDecision } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import type { Services } from '../context'
import { modelFor } from '../summaries/summary-situation'

/**
 * Why a summarizing window shows no summary, or one that is due to be replaced: what the last attempt said, `no-model`,
 * `not-yet` (nobody has tried), `no-room` (it leaves no room for the newest message), or `filtered` (a list by tags or
 * query has none). Null: all is well, or there is nothing to summarise yet. Undefined for windows that do not summarise.
 */
export function summaryReason(
  services: Services,
  options: {
    window: Window
    messageCount: number
    summary: { readonly toSeq: number } | null
    /** Why the last attempt made none. */
    failure: string | null
    decision: WindowDecision
  },
): string | null | undefined {
  const { messageCount, summary, decision, failure } = options
  const settings = summarizingPart(options.window)
  if (!settings) return undefined
  if (isSummaryDue({ messageCount, covered: summary?.toSeq ?? 0 }, settings)) {
    return failure ?? (modelFor(services, settings) === undefined ? 'no-model' : 'not-yet')
  }
  return summary && !decision.summary && decision.messages > 0 ? 'no-room' : null
}
