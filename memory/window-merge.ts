import { exchanges } from './turn'
import type { CompositeWindow, WindowPart } from './window-config'
import { costOf, type JudgedRow, judgeRows } from './window-judge'
import { limitsOf } from './window-limits'
import { placeRows } from './window-place'
import type { WindowReason } from './window-reason'
import {
  ownTurnOf,
  type PartSelector,
  type RecalledElsewhere,
  type RecalledUnit,
  type Selection,
  type SummaryFacts,
  type WindowSource,
} from './window-selection'
import { withNewest } from './window-tail'

/**
 * W8: composite windows. Each provider decides for itself; the merge strategy says which of their messages and whole
 * exchanges are chosen under the ceiling of all. A provider's newest come first, so that what it gives stays in one piece.
 */
export function selectMerged(source: WindowSource, window: CompositeWindow, selectPart: PartSelector): Selection {
  const limits = limitsOf(window, source.limit)
  const selections = window.providers.map((part) => selectPart({ ...source, limit: undefined }, inherit(part, window)))
  const placed = placeRows({ rows: source.rows, openTurn: source.openTurn, keepFirst: limits.keepFirst })
  const lastPosition = source.totals.lastSeq
  const ownTurn = ownTurnOf(source)
  const offers = selections.map((selection) => offersOf(selection, source.recalled ?? []))
  const offered = new Set(offers.flat().flatMap((offer) => offer.seqs))
  // Filled by hand: of a long thread, an array for each message is what would cost.
  const ownReasons = new Map<number, WindowReason>()
  for (const { judged } of selections.toReversed()) {
    for (const { item } of judged) ownReasons.set(item.seq, item.reason)
  }
  const choice = {
    tailFrom: lastPosition + 1,
    chosen: new Map<number, WindowReason>(),
    cutReason: ({ row }: { row: { seq: number } }): WindowReason =>
      offered.has(row.seq) ? 'no-room' : (ownReasons.get(row.seq) ?? 'no-room'),
  }
  const base = judgeRows({ placed, lastPosition, ownTurn, ...choice })
  const shown = new Set(base.flatMap((entry) => (entry.item.isIn ? [entry.item.seq] : [])))
  const basket = new Basket({
    shown,
    used: costOf(base),
    limits: { messages: limits.callLimit, tokens: limits.tokens },
  })
  if (window.mergeStrategy === 'interleave') interleave(offers, basket)
  else addInOrder(offers, window.mergeStrategy, basket)

  const judged = judgeRows({ ...choice, chosen: basket.chosen, placed, lastPosition, ownTurn })
  const { summary, elsewhere } = basket
  const needsEarlier = selections.some((part) => part.needsEarlier)
  const selection = { judged, summary, elsewhere, needsEarlier }
  const isEmpty = elsewhere.length === 0 && judged.every((entry) => !entry.item.isIn)
  return isEmpty && !needsEarlier ? withNewest(source, { selection, placed, choice }) : selection
}

/** `step` and `startOn` hold for the providers that set none; what the thread keeps is kept once, for all. */
function inherit(part: WindowPart, window: CompositeWindow): WindowPart {
  const step = part.step ?? window.step
  const startOn = part.startOn ?? window.startOn
  return { ...part, ...(step === undefined ? {} : { step }), ...(startOn === undefined ? {} : { startOn }) }
}

/** One thing that a provider would show: a message, a whole exchange, a summary, or what it recalled elsewhere. */
interface Offer {
  readonly seqs: readonly number[]
  readonly rows: readonly { readonly seq: number; readonly tokens: number }[]
  readonly turn: number | undefined
  readonly reason: WindowReason
  readonly summary?: SummaryFacts
  readonly elsewhere?: RecalledElsewhere & { readonly tokens: number }
}

/** The summary, then the tail from its newest, then what was recalled, best first. */
function offersOf(selection: Selection, recalled: readonly RecalledUnit[]): Offer[] {
  const nothing = { seqs: [], rows: [], turn: undefined }
  const first = selection.summary ? [{ ...nothing, reason: 'in' as const, summary: selection.summary }] : []
  const units = unitsOf(selection.judged.filter((entry) => entry.item.isIn))
  const ranked = recalled.flatMap((hit): Offer[] => {
    const found = selection.elsewhere.find((known) =>
      isSame(known, hit.elsewhere && { ...hit.elsewhere, seqs: hit.seqs }),
    )
    if (found) return [{ ...nothing, reason: 'recalled', elsewhere: found }]
    return units.filter(
      (offer) => offer.reason === 'recalled' && offer.seqs.some((seq) => !hit.elsewhere && hit.seqs.includes(seq)),
    )
  })
  return [...first, ...units.filter((offer) => offer.reason !== 'recalled'), ...ranked]
}

function unitsOf(shown: readonly JudgedRow[]): Offer[] {
  const rows = shown.map(({ item, place }) => (item.withoutToolCalls ? { ...place.row, callIds: [] } : place.row))
  const callOf = new Map<number, number>()
  for (const { callSeq, resultSeqs } of exchanges(rows).exchanges) {
    for (const seq of resultSeqs) callOf.set(seq, callSeq)
  }
  const units = new Map<number, JudgedRow[]>()
  for (const entry of shown) {
    const key = callOf.get(entry.item.seq) ?? entry.item.seq
    units.set(key, [...(units.get(key) ?? []), entry])
  }
  return [...units.values()]
    .map((entries): Offer => {
      const members = entries.map((entry) => entry.place.row)
      const isRecalled = entries.some((entry) => entry.item.reason === 'recalled')
      const turn = members[0]?.turn
      return { seqs: members.map((row) => row.seq), rows: members, turn, reason: isRecalled ? 'recalled' : 'in' }
    })
    .toSorted((left, right) => (right.seqs.at(-1) ?? 0) - (left.seqs.at(-1) ?? 0))
}

/** What is chosen so far, under the ceiling of all providers. */
class Basket {
  readonly chosen = new Map<number, WindowReason>()
  summary: SummaryFacts | null = null
  readonly elsewhere: Selection['elsewhere'][number][] = []
  readonly #state: {
    shown: Set<number>
    used: { messages: number; tokens: number }
    limits: { messages: number; tokens: number }
  }

  constructor(state: {
    shown: Set<number>
    used: { messages: number; tokens: number }
    limits: { messages: number; tokens: number }
  }) {
    this.#state = state
  }

  /** False when it does not fit; what is in already fits always. */
  add(offer: Offer): boolean {
    const { shown, used, limits } = this.#state
    const fresh = offer.rows.filter((row) => !shown.has(row.seq))
    const single = offer.elsewhere ?? (this.summary ? undefined : offer.summary)
    const messages = fresh.length + (offer.elsewhere?.seqs.length ?? (single ? 1 : 0))
    const tokens = fresh.reduce((total, row) => total + row.tokens, single?.tokens ?? 0)
    if (messages === 0) return true
    const isNew = !this.elsewhere.some((known) => isSame(known, offer.elsewhere))
    if (!isNew) return true
    if (used.messages + messages > limits.messages || used.tokens + tokens > limits.tokens) return false
    used.messages += messages
    used.tokens += tokens
    for (const seq of offer.seqs) {
      shown.add(seq)
      this.chosen.set(seq, offer.reason)
    }
    if (offer.summary) this.summary = offer.summary
    if (offer.elsewhere) this.elsewhere.push(offer.elsewhere)
    return true
  }
}

function isSame(left: RecalledElsewhere, right: RecalledElsewhere | undefined): boolean {
  return left.threadUid === right?.threadUid && left.seqs[0] === right.seqs[0]
}

function addInOrder(offers: readonly Offer[][], strategy: 'concat' | 'priority', basket: Basket): void {
  for (const [index, list] of offers.entries()) {
    for (const offer of list) {
      if (basket.add(offer)) continue
      if (strategy === 'concat') return
      // The first provider's stay in one piece; of the others, what still fits.
      if (index === 0) break
    }
  }
}

/** A turn of each provider by turns; one whose next does not fit is done. */
function interleave(offers: readonly Offer[][], basket: Basket): void {
  let queues = offers.map((list) => [...list])
  while (queues.length > 0) {
    queues = queues.filter((queue) => {
      const turn = queue[0]?.turn
      do {
        const offer = queue.shift()
        if (!offer || !basket.add(offer)) return false
      } while (turn !== undefined && queue[0]?.turn === turn)
      return queue.length > 0
    })
  }
}
