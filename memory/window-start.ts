import { type Reserved, type StartBound, startBounds, type WindowLimits, type WindowTotals } from './window-limits'
import type { WindowMessage } from './window-message'
import type { WindowReason } from './window-reason'

/** A row with what the decision adds: its position, and whether it is kept even before the start. */
export interface PlacedRow {
  readonly row: WindowMessage
  readonly position: number
  /** The reason it stays wherever the window starts; undefined for the others. */
  readonly keptAs: 'pinned' | 'first' | 'open-turn' | undefined
}

/** Where a window's tail begins. */
export interface WindowStart {
  /** First position of the tail; last position + 1 when nothing fits. */
  readonly position: number
  /** The ceiling that set it. */
  readonly reason: WindowReason
  /** Where the ceilings alone would have begun; messages from there to `position` are out by `start-on`. */
  readonly fittingPosition: number
}

/**
 * W3 and W7: limits are ceilings, so the start moves forward until the tail and what is kept before it fit. Where the
 * step's grid leaves nothing, the plain limits decide.
 */
export function findStart(options: {
  placed: readonly PlacedRow[]
  limits: WindowLimits
  totals: WindowTotals
  newestTurn: number
  /** What stands in front of all messages and counts: a summary. */
  front: Reserved
  /** Messages from the thread's start that the summary stands for. */
  covered: number
}): WindowStart {
  const { placed, limits, totals } = options
  const last = totals.lastSeq
  let start = settleStart({ step: limits.step, ...options })
  if (start.position > last && limits.step !== undefined) start = settleStart({ step: undefined, ...options })
  const position = limits.startsOnUser ? userStart(placed, start.position) : start.position
  return { position, reason: start.reason, fittingPosition: start.position }
}

interface SettleOptions {
  placed: readonly PlacedRow[]
  limits: WindowLimits
  totals: WindowTotals
  newestTurn: number
  front: Reserved
  covered: number
  step: number | undefined
}

/** Moves the start forward until what is reserved before it no longer changes. */
function settleStart(options: SettleOptions): { position: number; reason: WindowReason } {
  let reserved: Reserved = options.front
  for (;;) {
    const start = firstPassing(options.placed, startBounds({ reserved, ...options }), options.totals)
    const next = plus(options.front, reservedBefore(options.placed, start.position))
    if (next.messages === reserved.messages) return start
    reserved = next
  }
}

function plus(left: Reserved, right: Reserved): Reserved {
  return { messages: left.messages + right.messages, tokens: left.tokens + right.tokens }
}

function reservedBefore(placed: readonly PlacedRow[], position: number): Reserved {
  let messages = 0
  let tokens = 0
  for (const place of placed) {
    if (place.position >= position) break
    if (place.keptAs === undefined) continue
    messages += 1
    tokens += place.row.tokens
  }
  return { messages, tokens }
}

function firstPassing(placed: readonly PlacedRow[], bounds: readonly StartBound[], totals: WindowTotals) {
  let position = 0
  let reason: WindowReason = 'in'
  for (const bound of bounds) {
    const first = placed.find((place) => measure(place, bound.measure) >= bound.min)?.position ?? totals.lastSeq + 1
    if (first <= position) continue
    position = first
    reason = bound.reason
  }
  return { position, reason }
}

function measure(place: PlacedRow, kind: StartBound['measure']): number {
  if (kind === 'position') return place.position
  return kind === 'turn' ? place.row.turn : place.row.runningTokens - place.row.tokens
}

/** `startOn: 'user'` moves on to a user message, unless the open turn's own stands in front, or there is none. */
function userStart(placed: readonly PlacedRow[], position: number): number {
  if (placed.some((place) => place.position < position && place.keptAs === 'open-turn')) return position
  const first = placed.find((place) => place.position >= position && place.row.role === 'user' && !place.row.isEmpty)
  return first?.position ?? position
}
