import type { WindowMessage } from './window-message'
import { type PairVerdict, pairVerdicts } from './window-pairs'
import type { WindowReason } from './window-reason'
import type { PlacedRow } from './window-start'

/** W5: one message, in or out, and why. */
export interface WindowItem {
  readonly seq: number
  readonly isIn: boolean
  readonly reason: WindowReason
  /** Served as a copy without its tool calls. */
  readonly withoutToolCalls?: true
}

export interface JudgedRow {
  readonly place: PlacedRow
  readonly item: WindowItem
}

/** What a window has chosen, before exchanges are looked at. */
export interface Choice {
  /** First position of the tail; last position + 1 when there is none. */
  readonly tailFrom: number
  /** Single messages and whole exchanges besides the tail and what is kept, with why they are in. */
  readonly chosen: ReadonlyMap<number, WindowReason>
  /** Why a row that is neither is out. */
  readonly cutReason: (place: PlacedRow) => WindowReason
}

/** W3, W5, W8: each row in or out, so that no exchange is cut. */
export function judgeRows(
  options: Choice & { placed: readonly PlacedRow[]; lastPosition: number; ownTurn: number | undefined },
): JudgedRow[] {
  const { tailFrom, chosen } = options
  const isWhole = (place: PlacedRow) => place.keptAs === 'pinned' || chosen.has(place.row.seq)
  const isKept = (place: PlacedRow) =>
    place.position >= tailFrom || place.keptAs !== undefined || chosen.has(place.row.seq)
  const kept = options.placed.filter(isKept)
  const verdicts = pairVerdicts({ kept, isWhole, lastPosition: options.lastPosition, ownTurn: options.ownTurn })
  return options.placed.map((place) => {
    const { row } = place
    if (!isKept(place)) return { place, item: { seq: row.seq, isIn: false, reason: options.cutReason(place) } }
    return { place, item: judgeKept(row, keptReason(place, options), verdicts.get(row.seq)) }
  })
}

function keptReason(place: PlacedRow, { tailFrom, chosen }: Choice): WindowReason {
  if (place.keptAs === 'pinned') return 'pinned'
  if (place.position < tailFrom && place.keptAs) return place.keptAs
  return chosen.get(place.row.seq) ?? 'in'
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

/** What the shown rows cost: messages, and their stored tokens (a copy without calls counts in full). */
export function costOf(judged: readonly JudgedRow[]): { messages: number; tokens: number } {
  const cost = { messages: 0, tokens: 0 }
  for (const { item, place } of judged) {
    if (!item.isIn) continue
    cost.messages += 1
    cost.tokens += place.row.tokens
  }
  return cost
}
