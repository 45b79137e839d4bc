import { deliveryOrder, exchanges } from './turn'
import type { Window } from './window-config'
import { limitsOf, type NewestTurn, type WindowLimits, type WindowTotals } from './window-limits'
import type { WindowMessage } from './window-message'
import { newestUnit, type PairVerdict, pairVerdicts, stretches } from './window-pairs'
import type { WindowReason } from './window-reason'
import { findStart, type PlacedRow, type WindowStart } from './window-start'

export type { WindowMessage } from './window-message'

export interface WindowQuestion {
  /** In seq order: the whole thread, or what `windowReach` says. */
  readonly rows: readonly WindowMessage[]
  readonly window: Window
  /** The call's own ceiling in messages; only narrows (W2). */
  readonly limit?: number | undefined
  readonly totals: WindowTotals
  /** The newest message's turn; `isOpen` says whether it is an open one. */
  readonly openTurn: NewestTurn
  /** The reading run, and the run that wrote last: when they are one, its unanswered calls are served as they are. */
  readonly runId?: string | undefined
  readonly lastRunId?: string | null | undefined
}

/** W5: one message, in or out, and why. */
export interface WindowItem {
  readonly seq: number
  readonly isIn: boolean
  readonly reason: WindowReason
  /** Served as a copy without its tool calls. */
  readonly withoutToolCalls?: true
}

export interface DeliveredMessage {
  readonly seq: number
  readonly withoutToolCalls: boolean
}

export interface WindowDecision {
  /** One for each row given, in seq order. */
  readonly items: readonly WindowItem[]
  /** In delivery order: seq order, results directly after their call (W8). */
  readonly delivered: readonly DeliveredMessage[]
  /** The delivered seqs as inclusive ranges, ascending. */
  readonly ranges: readonly (readonly [number, number])[]
  /** How many are delivered. */
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
  const limits = limitsOf(question.window, question.limit)
  if (limits.nothing) return nothingShown(question, limits.nothing, limits.isReserveTooLarge)
  const { totals, openTurn } = question
  const isOwnRun = question.runId !== undefined && question.runId === question.lastRunId
  const ownTurn = openTurn.isOpen && isOwnRun ? openTurn.turn : undefined
  const placed = placeRows(question, limits)
  const start = findStart({ placed, limits, totals, newestTurn: openTurn.turn })
  const select = (unit: ReadonlySet<number>) =>
    judgeRows({ placed, start, unit, lastPosition: totals.lastSeq, ownTurn })

  let judged = select(new Set())
  const showsTail = judged.some((entry) => entry.item.isIn && entry.place.position >= start.position)
  const unit = showsTail ? undefined : newestUnit({ placed, lastPosition: totals.lastSeq, ownTurn })
  if (unit instanceof Set) judged = select(unit)
  return summarize(judged, limits, unit === 'unknown')
}

function placeRows(question: WindowQuestion, limits: WindowLimits): PlacedRow[] {
  const pinned = pinnedSeqs(question.rows)
  const { openTurn } = question
  const opener = openTurn.isOpen
    ? question.rows.find((row) => row.turn === openTurn.turn && row.role === 'user')?.seq
    : undefined
  return question.rows.map((row) => {
    const position = row.position ?? row.seq
    if (pinned.has(row.seq)) return { row, position, keptAs: 'pinned' }
    if (position <= limits.keepFirst) return { row, position, keptAs: 'first' }
    return { row, position, keptAs: row.seq === opener ? 'open-turn' : undefined }
  })
}

/** W6: a pin holds its whole exchange. */
function pinnedSeqs(rows: readonly WindowMessage[]): Set<number> {
  const pinned = new Set(rows.filter((row) => row.isPinned).map((row) => row.seq))
  if (pinned.size === 0) return pinned
  const places = rows.map((row) => ({ row, position: row.position ?? row.seq }))
  for (const stretch of stretches(places)) {
    for (const exchange of exchanges(stretch.map((place) => place.row)).exchanges) {
      const seqs = [exchange.callSeq, ...exchange.resultSeqs]
      if (seqs.some((seq) => pinned.has(seq))) for (const seq of seqs) pinned.add(seq)
    }
  }
  return pinned
}

interface JudgedRow {
  readonly place: PlacedRow
  readonly item: WindowItem
}

/** `unit`: seqs that are shown although they do not fit. */
function judgeRows(options: {
  placed: readonly PlacedRow[]
  start: WindowStart
  unit: ReadonlySet<number>
  lastPosition: number
  ownTurn: number | undefined
}): JudgedRow[] {
  const { start, unit } = options
  const isWhole = (place: PlacedRow) => place.keptAs === 'pinned' || unit.has(place.row.seq)
  const isKept = (place: PlacedRow) =>
    place.position >= start.position || place.keptAs !== undefined || unit.has(place.row.seq)
  const kept = options.placed.filter(isKept)
  const verdicts = pairVerdicts({ kept, isWhole, lastPosition: options.lastPosition, ownTurn: options.ownTurn })
  return options.placed.map((place) => {
    const { row } = place
    if (!isKept(place)) return { place, item: { seq: row.seq, isIn: false, reason: cutReason(place, start) } }
    return { place, item: judgeKept(row, keptReason(place, start, unit), verdicts.get(row.seq)) }
  })
}

function cutReason(place: PlacedRow, start: WindowStart): WindowReason {
  return place.position >= start.fittingPosition ? 'start-on' : start.reason
}

function keptReason(place: PlacedRow, start: WindowStart, unit: ReadonlySet<number>): WindowReason {
  if (place.keptAs === 'pinned') return 'pinned'
  if (place.position < start.position && place.keptAs) return place.keptAs
  return unit.has(place.row.seq) ? 'newest' : 'in'
}

function judgeKept(row: WindowMessage, reason: WindowReason, verdict: PairVerdict | undefined): WindowItem {
  const { seq } = row
  switch (verdict) {
    case undefined:
      return row.isEmpty ? { seq, isIn: false, reason: 'empty' } : { seq, isIn: true, reason }
    case 'whole':
      return { seq, isIn: true, reason }
    case 'split':
      return { seq, isIn: false, reason: 'pair' }
    case 'unanswered':
      return { seq, isIn: false, reason: 'unanswered' }
    case 'copy-without-calls':
      return { seq, isIn: true, reason: 'unanswered', withoutToolCalls: true }
  }
}

function summarize(judged: readonly JudgedRow[], limits: WindowLimits, needsEarlier: boolean): WindowDecision {
  const shown = judged.filter((entry) => entry.item.isIn)
  const tokens = shown.reduce((total, entry) => total + entry.place.row.tokens, 0)
  const copies = new Set(shown.filter((entry) => entry.item.withoutToolCalls).map((entry) => entry.item.seq))
  const rows = shown.map(({ place: { row } }) => (copies.has(row.seq) ? { ...row, callIds: [] } : row))
  return {
    items: judged.map((entry) => entry.item),
    delivered: deliveryOrder(rows).map(({ seq }) => ({ seq, withoutToolCalls: copies.has(seq) })),
    ranges: seqRanges(shown.map((entry) => entry.item.seq)),
    messages: shown.length,
    tokens,
    overBudget: tokens > limits.tokens || shown.length > Math.min(limits.messages, limits.callLimit),
    needsEarlier,
  }
}

function nothingShown(question: WindowQuestion, reason: WindowReason, isReserveTooLarge: boolean): WindowDecision {
  return {
    items: question.rows.map((row) => ({ seq: row.seq, isIn: false, reason })),
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
  return stretches(seqs.map((position) => ({ position }))).map((stretch) => {
    const first = stretch[0]?.position ?? 0
    return [first, first + stretch.length - 1]
  })
}
