import type { Window } from './window-config'

/** The settings by which a thread is summarised. */
export type SummarizingWindow = Extract<Window, { strategy: 'summarizing' }>

/** A window's own summarising settings, or those of the first provider of a composite one that has some. */
export function summarizingPart(window: Window): SummarizingWindow | undefined {
  if (window.strategy === 'composite') return window.providers.find((part) => part.strategy === 'summarizing')
  return window.strategy === 'summarizing' ? window : undefined
}

/** How far a thread stands, and how much of it a summary holds (seqs 1 to `covered`). */
export interface SummaryLag {
  readonly messageCount: number
  readonly covered: number
}

/** Messages before the recent ones that no summary holds, open turns included; 0 or more. */
export function messagesWithoutSummary(lag: SummaryLag, settings: SummarizingWindow): number {
  return Math.max(0, lag.messageCount - settings.recentMessages - lag.covered)
}

/** Is it time for a new summary, whole turns permitting? */
export function isSummaryDue(lag: SummaryLag, settings: SummarizingWindow): boolean {
  return messagesWithoutSummary(lag, settings) >= settings.summarizeEvery
}

/** A message before the recent ones, in seq order. */
export interface SummaryRow {
  readonly seq: number
  readonly turn: number
  readonly tokens: number
}

/**
 * Up to which seq the next summary reaches: whole turns, as many as one request takes; a turn that is longer than that
 * goes alone. Null when there is no whole turn, or fewer than `atLeast` messages in whole turns.
 *
 * @param rows all that no summary holds and that stands before the recent messages, from the first one on
 * @param lastTurnGoesOn the turn of the last row is not over with it
 */
export function nextSummaryEnd(options: {
  readonly rows: readonly SummaryRow[]
  readonly lastTurnGoesOn: boolean
  readonly atLeast: number
  readonly maxTokens: number
}): number | null {
  const { rows, lastTurnGoesOn, atLeast, maxTokens } = options
  let tokens = 0
  let end: number | null = null
  let whole = 0
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    tokens += row.tokens
    const endsTurn = next === undefined ? !lastTurnGoesOn : next.turn !== row.turn
    if (!endsTurn) continue
    whole = index + 1
    if (end === null || tokens <= maxTokens) end = row.seq
  }
  return whole >= atLeast ? end : null
}
