import type { WindowPart } from './window-config'
import { type Choice, costOf, judgeRows } from './window-judge'
import { limitsOf, NOTHING_RESERVED, type WindowLimits } from './window-limits'
import { newestUnit } from './window-pairs'
import { placeRows } from './window-place'
import type { WindowReason } from './window-reason'
import { ownTurnOf, type Selection, type SummaryFacts, type WindowSource } from './window-selection'
import { findStart, type PlacedRow } from './window-start'

/**
 * Buffer, sliding and summarizing windows: a tail of the thread with what is kept before it, a summary in front. A
 * summary that leaves no room for the newest message is left out; the window is then a plain one.
 */
export function selectTail(source: WindowSource, window: WindowPart): Selection {
  const limits = limitsOf(window, source.limit)
  const summary = window.strategy === 'summarizing' ? (source.summary ?? null) : null
  const found = tailOf({ source, limits, summary })
  if (found.showsTail) return found.selection
  if (summary && standsAlone(source, { limits, summary, found })) return found.selection
  const whole = withNewest(source, found)
  if (!summary || whole.needsEarlier) return whole
  const cost = costOf(whole.judged)
  if (cost.messages + 1 <= limits.callLimit && cost.tokens + summary.tokens <= limits.tokens) return whole
  const plain = tailOf({ source, limits, summary: null })
  return plain.showsTail ? plain.selection : withNewest(source, plain)
}

/** Does the summary stand for all there is, and are no messages wanted word for word besides? */
function standsAlone(
  source: WindowSource,
  { limits, summary, found }: { limits: WindowLimits; summary: SummaryFacts; found: Tail },
): boolean {
  const cost = costOf(found.selection.judged)
  const fits = cost.messages + 1 <= limits.callLimit && cost.tokens + summary.tokens <= limits.tokens
  return fits && limits.recent === 0 && summary.toSeq === source.totals.lastSeq
}

interface Tail {
  readonly selection: Selection
  /** Is any message of the tail itself shown, besides what is kept before it? */
  readonly showsTail: boolean
  readonly placed: readonly PlacedRow[]
  readonly choice: Choice
}

/** The tail that fits, which may be empty. */
export function tailOf(options: { source: WindowSource; limits: WindowLimits; summary: SummaryFacts | null }): Tail {
  const { source, limits, summary } = options
  const { totals, openTurn } = source
  const placed = placeRows({ rows: source.rows, openTurn, keepFirst: limits.keepFirst })
  const covered = summary?.toSeq ?? 0
  const start = findStart({
    placed,
    limits,
    totals,
    newestTurn: openTurn.turn,
    front: summary ? { messages: 1, tokens: summary.tokens } : NOTHING_RESERVED,
    covered,
  })
  const cutReason = (place: PlacedRow): WindowReason => {
    if (place.position <= covered) return 'summarized'
    return place.position >= start.fittingPosition ? 'start-on' : start.reason
  }
  const choice = { tailFrom: start.position, chosen: new Map(), cutReason }
  const judged = judgeRows({ placed, lastPosition: totals.lastSeq, ownTurn: ownTurnOf(source), ...choice })
  const showsTail = judged.some((entry) => entry.item.isIn && entry.place.position >= start.position)
  return { selection: { judged, summary, elsewhere: [], needsEarlier: false }, showsTail, placed, choice }
}

/** W3: the newest message that can be shown, with its exchange, although it does not fit. */
export function withNewest(source: WindowSource, { selection, placed, choice }: Omit<Tail, 'showsTail'>): Selection {
  const ownTurn = ownTurnOf(source)
  const { lastSeq } = source.totals
  const unit = newestUnit({ placed, lastPosition: lastSeq, ownTurn })
  if (unit === undefined) return selection
  if (unit === 'unknown') return { ...selection, needsEarlier: true }
  const chosen = new Map([...choice.chosen, ...[...unit].map((seq): [number, WindowReason] => [seq, 'newest'])])
  return { ...selection, judged: judgeRows({ ...choice, chosen, placed, lastPosition: lastSeq, ownTurn }) }
}
