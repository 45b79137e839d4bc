import { isSummaryDue, summarizingPart } from '../../../memory/summary-plan'
import type { WindowDecision } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'

/**
 * Why a summarizing window shows no summary, or one that is due to be replaced: `no-room` (it leaves no room for the
 * newest message), `not-yet` (one is due and nobody has tried), `filtered` (a list by tags or query has none), or what
 * the last attempt said. Null: all is well, or there is nothing to summarise yet.
 */
export type SummaryReason = string

/** Undefined for windows that do not summarise. */
export function summaryReason(options: {
  window: Window
  messageCount: number
  summary: { readonly toSeq: number } | null
  /** Why the last attempt made none. */
  failure: string | null
  decision: WindowDecision
}): SummaryReason | null | undefined {
  const { window, summary, decision, failure } = options
  const settings = summarizingPart(window)
  if (!settings) return undefined
  const lag = { messageCount: options.messageCount, covered: summary?.toSeq ?? 0 }
  if (isSummaryDue(lag, settings)) return failure ?? 'not-yet'
  return summary && !decision.summary && decision.messages > 0 ? 'no-room' : null
}
