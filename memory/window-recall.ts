import { exchanges } from './turn'
import type { WindowPart } from './window-config'
import { costOf, type JudgedRow, judgeRows } from './window-judge'
import { limitsOf } from './window-limits'
import type { WindowReason } from './window-reason'
import { ownTurnOf, type RecalledUnit, type Selection, type WindowSource } from './window-selection'
import { tailOf, withNewest } from './window-tail'

/**
 * Vector windows: the newest messages, then what was recalled, best first, as long as each fits. Where nothing was
 * recalled and no number of newest messages is set, as many as could have been recalled are shown.
 */
export function selectRecalled(source: WindowSource, window: Extract<WindowPart, { strategy: 'vector' }>): Selection {
  const limits = limitsOf(window, source.limit)
  const units = recalledFor(source.recalled ?? [], window)
  const recent = window.recentMessages ?? (units.length > 0 ? 0 : window.topK)
  const tail = tailOf({ source, limits: { ...limits, recent }, summary: null })
  const ownTurn = ownTurnOf(source)
  const rows = new Map<number, JudgedRow>()
  for (const entry of tail.selection.judged) rows.set(entry.place.row.seq, entry)
  const used = costOf(tail.selection.judged)
  const fits = (cost: { messages: number; tokens: number }) =>
    used.messages + cost.messages <= limits.callLimit && used.tokens + cost.tokens <= limits.tokens
  const spend = (cost: { messages: number; tokens: number }) => {
    used.messages += cost.messages
    used.tokens += cost.tokens
  }

  const chosen = new Map<number, WindowReason>()
  const elsewhere: Selection['elsewhere'][number][] = []
  for (const unit of units) {
    if (unit.elsewhere) {
      const cost = costElsewhere(unit)
      if (!cost || !fits(cost)) continue
      spend(cost)
      elsewhere.push({ threadUid: unit.elsewhere.threadUid, seqs: unit.seqs, tokens: cost.tokens })
      continue
    }
    const added = unit.seqs.flatMap((seq) => rows.get(seq) ?? [])
    if (added.length < unit.seqs.length) continue
    const hidden = added.filter((entry) => !entry.item.isIn && !chosen.has(entry.item.seq))
    const cost = {
      messages: hidden.length,
      tokens: hidden.reduce((total, entry) => total + entry.place.row.tokens, 0),
    }
    if (hidden.length === 0 || !fits(cost)) continue
    spend(cost)
    for (const seq of unit.seqs) chosen.set(seq, 'recalled')
  }

  const choice = { ...tail.choice, chosen, cutReason: () => 'not-recalled' as const }
  const judged = judgeRows({ ...choice, placed: tail.placed, lastPosition: source.totals.lastSeq, ownTurn })
  const selection = { ...tail.selection, judged, elsewhere }
  if (elsewhere.length > 0 || judged.some((entry) => entry.item.isIn)) return selection
  return withNewest(source, { selection, placed: tail.placed, choice })
}

/** Of what was recalled for all providers: what this one asked for, best first. */
function recalledFor(
  units: readonly RecalledUnit[],
  window: { reach: 'thread' | 'subject'; topK: number; threshold: number },
): RecalledUnit[] {
  const ranked = units.flatMap((unit, index) => {
    if (!unit.found) return [{ unit, rank: index }]
    const place = unit.found.find((known) => known.reach === window.reach && known.score >= window.threshold)
    return place ? [{ unit, rank: place.rank }] : []
  })
  const ordered = ranked.toSorted((left, right) => left.rank - right.rank).map(({ unit }) => unit)
  return ordered.slice(0, window.topK)
}

/** What a unit of another thread costs; null when it cannot be shown: a call without result, or nothing to show. */
function costElsewhere(unit: RecalledUnit): { messages: number; tokens: number } | null {
  const wanted = new Set(unit.seqs)
  const rows = (unit.elsewhere?.rows ?? []).filter((row) => wanted.has(row.seq))
  const list = exchanges(rows)
  const isWhole = list.orphans.length === 0 && list.exchanges.every((exchange) => exchange.unanswered.length === 0)
  const saysNothing = rows.every((row) => row.isEmpty && row.callIds.length === 0 && row.toolCallId === null)
  if (rows.length < unit.seqs.length || !isWhole || saysNothing) return null
  return { messages: rows.length, tokens: rows.reduce((total, row) => total + row.tokens, 0) }
}
