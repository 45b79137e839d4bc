import type { WindowDecision } from '../../../memory/window'
import type { Window, WindowPart } from '../../../memory/window-config'

export type SummarizingWindow = Extract<WindowPart, { strategy: 'summarizing' }>

/** The window's summarizing part: itself, or the first such provider of a composite one. */
export function summarizingPart(window: Window): SummarizingWindow | undefined {
  const parts = window.strategy === 'composite' ? window.providers : [window]
  return parts.find((part) => part.strategy === 'summarizing')
}

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
  if (!summarizingPart(window)) return undefined
  if (isSummaryDue(options)) return failure ?? 'not-yet'
  return summary && !decision.summary && decision.messages > 0 ? 'no-room' : null
}

/** Do enough messages before the recent ones stand in no summary? */
export function isSummaryDue(options: {
  window: Window
  messageCount: number
  summary: { readonly toSeq: number } | null
}): boolean {
  const part = summarizingPart(options.window)
  if (!part) return false
  return options.messageCount - part.recentMessages - (options.summary?.toSeq ?? 0) >= part.summarizeEvery
}
