import { endsTurnOf } from './turn'
import { type DeliveredMessage, decideWindow, type SummaryFacts, type WindowDecision } from './window'
import type { Window } from './window-config'
import type { WindowMessage } from './window-message'

export interface PastRead {
  /** The whole thread from seq 1, in seq order. */
  readonly rows: readonly WindowMessage[]
  /** How many messages the thread held then. */
  readonly through: number
  readonly window: Window
  /** Messages at most (W2). */
  readonly limit?: number | undefined
  /** The newest one now; it counts where all that it covers was stored by then. */
  readonly summary?: SummaryFacts | null | undefined
}

/**
 * What a read without a question would have given when the thread held its first `through` messages, under any window:
 * the decision of W5 on the thread as it was. Pins count as they are now.
 */
export function decidePast({ rows, through, window, limit, summary }: PastRead): WindowDecision {
  const past = through >= rows.length ? rows : rows.slice(0, through)
  const last = past.at(-1)
  const count = past.length
  return decideWindow({
    rows: past,
    window,
    limit,
    totals: { messages: count, tokens: last?.runningTokens ?? 0, lastSeq: count },
    openTurn: {
      turn: last?.turn ?? 0,
      firstSeq: last ? firstOfTurn(past, last) : 1,
      isOpen: last !== undefined && !endsTurnOf(last),
    },
    summary: summary && summary.toSeq <= count ? summary : null,
  })
}

function firstOfTurn(rows: readonly WindowMessage[], last: WindowMessage): number {
  let index = rows.length - 1
  while (index > 0 && rows[index - 1]?.turn === last.turn) index -= 1
  return rows[index]?.seq ?? last.seq
}

/** How two windows over the same thread differ in what they show. */
export interface WindowShift {
  /** Messages that only the first one shows, as seqs, ascending. */
  readonly lost: readonly number[]
  /** Messages that only the second one shows. */
  readonly gained: readonly number[]
}

export function shiftBetween(before: WindowDecision, after: WindowDecision): WindowShift {
  return { lost: shownOnlyBy(before, after), gained: shownOnlyBy(after, before) }
}

function shownOnlyBy(one: WindowDecision, other: WindowDecision): number[] {
  const shown = new Set(other.delivered.map(({ seq }) => seq))
  return one.delivered.flatMap(({ seq }) => (shown.has(seq) ? [] : [seq])).sort((left, right) => left - right)
}

/** What the reads of a growing thread came to under one window. */
export interface GrowthFigures {
  readonly reads: number
  /** Messages and tokens of all reads together. */
  readonly messages: number
  readonly tokens: number
  /** Tokens that stood at the front of the read before, just so: what a provider's prompt cache can serve. */
  readonly cachedTokens: number
  /** Reads that did not begin with all that the read before had given. */
  readonly startMoves: number
  readonly overBudget: number
}

/** W7, as it plays out: the reads of a thread at each of these lengths, in ascending order. */
export function growthOf(
  thread: Omit<PastRead, 'through'> & {
    /** Messages that the thread held at each read, ascending. */ readonly lengths: readonly number[]
  },
): GrowthFigures {
  const tokensOf = new Map(thread.rows.map(({ seq, tokens }) => [seq, tokens]))
  const figures = { reads: 0, messages: 0, tokens: 0, cachedTokens: 0, startMoves: 0, overBudget: 0 }
  let before: WindowDecision | undefined
  for (const through of thread.lengths) {
    const read = decidePast({ ...thread, through })
    figures.reads += 1
    figures.messages += read.messages
    figures.tokens += read.tokens
    if (read.overBudget) figures.overBudget += 1
    if (before) {
      const shared = sharedPrefix(before, read)
      if (shared < before.delivered.length || !isSameSummary(before, read)) figures.startMoves += 1
      figures.cachedTokens += tokensOfPrefix(read, shared, tokensOf)
    }
    before = read
  }
  return figures
}

function isSameSummary(before: WindowDecision, after: WindowDecision): boolean {
  return before.summary?.version === after.summary?.version
}

/** How many messages at the front of both lists are the same; none behind another summary. */
function sharedPrefix(before: WindowDecision, after: WindowDecision): number {
  if (!isSameSummary(before, after)) return 0
  const isSame = (left: DeliveredMessage | undefined, right: DeliveredMessage | undefined) =>
    left !== undefined && left.seq === right?.seq && left.withoutToolCalls === right.withoutToolCalls
  let length = 0
  while (isSame(after.delivered[length], before.delivered[length])) length += 1
  return length
}

function tokensOfPrefix(read: WindowDecision, length: number, tokensOf: ReadonlyMap<number, number>): number {
  if (length === 0) return 0
  const messages = read.delivered.slice(0, length)
  return messages.reduce((total, { seq }) => total + (tokensOf.get(seq) ?? 0), read.summary?.tokens ?? 0)
}
