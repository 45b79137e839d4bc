import { deliveryOrder } from './turn'
import type { CompositeWindow, Window, WindowPart } from './window-config'
import { costOf, type JudgedRow, type WindowItem } from './window-judge'
import { limitsOf, type WindowLimits } from './window-limits'
import { selectMerged } from './window-merge'
import type { WindowReason } from './window-reason'
import { selectRecalled } from './window-recall'
import type { PartSelector, RecalledElsewhere, Selection, SummaryFacts, WindowSource } from './window-selection'
import { selectTail } from './window-tail'

export type { WindowItem } from './window-judge'
export type { RecalledUnit, SummaryFacts } from './window-selection'

export interface WindowQuestion extends WindowSource {
  readonly window: Window
}

export interface DeliveredMessage {
  readonly seq: number
  readonly withoutToolCalls: boolean
}

export interface WindowDecision {
  /** One for each row given, in seq order. */
  readonly items: readonly WindowItem[]
  /** The summary that is delivered before everything else; null: none. */
  readonly summary: SummaryFacts | null
  /** What was recalled in other threads of the subject; delivered next, each unit whole. */
  readonly elsewhere: readonly RecalledElsewhere[]
  /** In delivery order: seq order, results directly after their call (W8). */
  readonly delivered: readonly DeliveredMessage[]
  /** The delivered seqs as inclusive ranges, ascending. */
  readonly ranges: readonly (readonly [number, number])[]
  /** How many are delivered, summary and other threads' included. */
  readonly messages: number
  /** Their stored tokens; a copy without calls counts in full. */
  readonly tokens: number
  /** W3: what had to be shown is more than the ceilings allow, or the reserve leaves no budget. */
  readonly overBudget: boolean
  /** W4: not decided yet, since the newest showable message is not among the rows: load further back and ask again. */
  readonly needsEarlier: boolean
}

/** W2 to W8: which messages an agent sees, and for each one why. The only place where that is decided. */
export function decideWindow(question: WindowQuestion): WindowDecision {
  const { window } = question
  if (window.strategy === 'composite') return decideMerged({ ...question, window }, selectPart)
  const limits = limitsOf(window, question.limit)
  if (limits.nothing || window.strategy === 'off') {
    return nothingShown(question, limits.nothing ?? 'off', limits.isReserveTooLarge)
  }
  return summarize(selectPart(question, window), limits)
}

/**
 * W8: what a composite window chooses where its providers have decided for themselves; `selectPart` gives what each of
 * them shows, in their order.
 */
export function decideMerged(
  question: WindowSource & { window: CompositeWindow },
  selectPart: PartSelector,
): WindowDecision {
  const limits = limitsOf(question.window, question.limit)
  if (limits.nothing) return nothingShown(question, limits.nothing, limits.isReserveTooLarge)
  return summarize(selectMerged(question, question.window, selectPart), limits)
}

function selectPart(source: WindowSource, window: WindowPart): Selection {
  const { nothing } = limitsOf(window, source.limit)
  if (nothing) return emptySelection(source, nothing)
  return window.strategy === 'vector' ? selectRecalled(source, window) : selectTail(source, window)
}

/** A provider whose own ceiling is 0. */
function emptySelection(source: WindowSource, reason: WindowReason): Selection {
  const judged = source.rows.map(
    (row): JudgedRow => ({
      place: { row, position: row.position ?? row.seq, keptAs: undefined },
      item: { seq: row.seq, isIn: false, reason },
    }),
  )
  return { judged, summary: null, elsewhere: [], needsEarlier: false }
}

function summarize(selection: Selection, limits: WindowLimits): WindowDecision {
  const { judged, summary, elsewhere, needsEarlier } = selection
  const shown = judged.filter((entry) => entry.item.isIn)
  const own = costOf(judged)
  const tokens = own.tokens + (summary?.tokens ?? 0) + elsewhere.reduce((total, unit) => total + unit.tokens, 0)
  const messages = own.messages + (summary ? 1 : 0) + elsewhere.reduce((total, unit) => total + unit.seqs.length, 0)
  const copies = new Set<number>()
  for (const { item } of shown) if (item.withoutToolCalls) copies.add(item.seq)
  const rows = shown.map(({ place: { row } }) => (copies.has(row.seq) ? { ...row, callIds: [] } : row))
  return {
    items: judged.map((entry) => entry.item),
    summary,
    elsewhere: elsewhere.map(({ threadUid, seqs }) => ({ threadUid, seqs })),
    delivered: deliveryOrder(rows).map(({ seq }) => ({ seq, withoutToolCalls: copies.has(seq) })),
    ranges: seqRanges(shown.map((entry) => entry.item.seq)),
    messages,
    tokens,
    overBudget: tokens > limits.tokens || messages > Math.min(limits.messages, limits.callLimit),
    needsEarlier,
  }
}

function nothingShown(question: WindowSource, reason: WindowReason, isReserveTooLarge: boolean): WindowDecision {
  return {
    items: question.rows.map((row) => ({ seq: row.seq, isIn: false, reason })),
    summary: null,
    elsewhere: [],
    delivered: [],
    ranges: [],
    messages: 0,
    tokens: 0,
    overBudget: isReserveTooLarge && question.totals.messages > 0,
    needsEarlier: false,
  }
}

/** Ascending seqs as inclusive ranges. */
export function seqRanges(seqs: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const seq of seqs) {
    const last = ranges.at(-1)
    if (last && seq === last[1] + 1) last[1] = seq
    else ranges.push([seq, seq])
  }
  return ranges
}
