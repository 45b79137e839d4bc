import { type Exchange, exchanges } from './turn'
import type { WindowMessage } from './window-message'
import type { PlacedRow } from './window-start'

/** What pair-safety makes of a message that is otherwise in. */
export type PairVerdict = 'whole' | 'split' | 'copy-without-calls' | 'unanswered'

/** The turn in which the reading run is itself in the middle of its calls, if there is one (W3). */
export type OwnTurn = number | undefined

/**
 * W3: the verdict for each message that makes or answers calls. Looks only at what is kept, stretch by stretch without a
 * hole, so that it comes out the same when the rest of the thread was never loaded.
 */
export function pairVerdicts(options: {
  kept: readonly PlacedRow[]
  /** Is the message's exchange kept whole, wherever its messages stand (a pin)? */
  isWhole: (place: PlacedRow) => boolean
  lastPosition: number
  ownTurn: OwnTurn
}): Map<number, PairVerdict> {
  const { kept, isWhole, ownTurn } = options
  const verdicts = new Map<number, PairVerdict>()
  if (!kept.some(({ row }) => row.callIds.length > 0 || row.toolCallId !== null)) return verdicts
  const whole = kept.filter(isWhole)
  if (whole.length > 0) judge({ rows: whole, isComplete: true, ownTurn, verdicts })
  for (const stretch of stretches(kept)) {
    const rows = whole.length > 0 ? stretch.filter((place) => !isWhole(place)) : stretch
    // Only where the thread ends is it known that no result follows.
    const isComplete = stretch.at(-1)?.position === options.lastPosition
    judge({ rows, isComplete, ownTurn, verdicts })
  }
  return verdicts
}

function judge(options: {
  rows: readonly PlacedRow[]
  isComplete: boolean
  ownTurn: OwnTurn
  verdicts: Map<number, PairVerdict>
}): void {
  const { verdicts } = options
  const messages = options.rows.map((place) => place.row)
  const list = exchanges(messages)
  for (const seq of list.orphans) verdicts.set(seq, 'split')
  const bySeq = new Map(messages.map((message) => [message.seq, message]))
  for (const exchange of list.exchanges) {
    const call = bySeq.get(exchange.callSeq)
    if (!call) continue
    const verdict = exchangeVerdict(exchange, call, options)
    verdicts.set(call.seq, verdict)
    for (const seq of exchange.resultSeqs) verdicts.set(seq, verdict === 'copy-without-calls' ? 'unanswered' : verdict)
  }
}

function exchangeVerdict(
  exchange: Exchange,
  call: WindowMessage,
  options: { isComplete: boolean; ownTurn: OwnTurn },
): PairVerdict {
  if (exchange.unanswered.length === 0) return 'whole'
  if (!options.isComplete) return 'split'
  if (call.turn === options.ownTurn) return 'whole'
  return call.isEmpty ? 'unanswered' : 'copy-without-calls'
}

/** Splits rows where their positions leave a hole. */
export function stretches<TPlace extends { readonly position: number }>(places: readonly TPlace[]): TPlace[][] {
  const found: TPlace[][] = []
  let previous: number | undefined
  for (const place of places) {
    const current = found.at(-1)
    if (current && previous !== undefined && place.position === previous + 1) current.push(place)
    else found.push([place])
    previous = place.position
  }
  return found
}

/**
 * W3: the newest message that can be shown, with its whole exchange, as seqs. Undefined when the thread has none;
 * 'unknown' when that cannot be said before earlier messages are loaded.
 */
export function newestUnit(options: {
  placed: readonly PlacedRow[]
  lastPosition: number
  ownTurn: OwnTurn
}): ReadonlySet<number> | 'unknown' | undefined {
  if (options.lastPosition === 0) return undefined
  const tail = stretches(options.placed).at(-1)
  const first = tail?.[0]
  if (!tail || !first || tail.at(-1)?.position !== options.lastPosition) return 'unknown'
  const unitOf = showableUnits(tail, options.ownTurn)
  for (const { row } of tail.toReversed()) {
    const unit = unitOf.get(row.seq)
    if (unit) return unit
    const mayAnswerEarlierCall = row.toolCallId !== null && !unitOf.has(row.seq) && row.turn === first.row.turn
    if (mayAnswerEarlierCall && first.position > 1) return 'unknown'
  }
  return first.position > 1 ? 'unknown' : undefined
}

/** Each message's unit, null where it cannot be shown; results that answer no call in the list are absent. */
function showableUnits(tail: readonly PlacedRow[], ownTurn: OwnTurn): Map<number, ReadonlySet<number> | null> {
  const messages = tail.map((place) => place.row)
  const bySeq = new Map(messages.map((message) => [message.seq, message]))
  const units = new Map<number, ReadonlySet<number> | null>()
  for (const message of messages) {
    if (message.callIds.length > 0 || message.toolCallId !== null) continue
    units.set(message.seq, message.isEmpty ? null : new Set([message.seq]))
  }
  for (const exchange of exchanges(messages).exchanges) {
    const call = bySeq.get(exchange.callSeq)
    if (!call) continue
    const isShowable = exchangeVerdict(exchange, call, { isComplete: true, ownTurn }) !== 'unanswered'
    const unit = isShowable ? new Set([exchange.callSeq, ...exchange.resultSeqs]) : null
    for (const seq of [exchange.callSeq, ...exchange.resultSeqs]) units.set(seq, unit)
  }
  return units
}
