import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchanges } from '../../memory/turn'
import {
  decideWindow,
  type RecalledUnit,
  type SummaryFacts,
  type WindowDecision,
  type WindowQuestion,
} from '../../memory/window'
import type { WindowMessage } from '../../memory/window-message'
import { windowReach } from '../../memory/window-reach'
import type { WindowReason } from '../../memory/window-reason'
import { Window } from '../../memory/window-schema'
import { anyThread, anyWindow, type Thread, threadOf } from './thread-model'

const RUNS = 500

const question = fc
  .record({
    thread: anyThread,
    window: anyWindow,
    limit: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 3 }),
    pins: fc.array(fc.nat({ max: 40 }), { maxLength: 2 }),
    isOwnRun: fc.boolean(),
    summary: fc.option(
      fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), tokens: fc.integer({ min: 4, max: 80 }) }),
      {
        nil: null,
      },
    ),
    hits: fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
    elsewhere: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 2 }),
  })
  .map((drawn): Drawn => {
    const thread = withPins(drawn.thread, drawn.pins)
    return { ...drawn, thread, summary: summaryOf(thread, drawn.summary), recalled: recalledOf(thread, drawn) }
  })

interface Drawn {
  thread: Thread
  window: WindowQuestion['window']
  limit: number | undefined
  isOwnRun: boolean
  summary: SummaryFacts | null
  recalled: RecalledUnit[]
}

/** Marks messages and their exchanges as pinned, as a server does. */
function withPins(thread: Thread, pins: readonly number[]): Thread {
  const seqs = new Set(pins.flatMap((pin) => unitOf(thread, pin)))
  return { ...thread, rows: thread.rows.map((row) => (seqs.has(row.seq) ? { ...row, isPinned: true } : row)) }
}

/** The whole exchange of a message, or the message. */
function unitOf(thread: Thread, seq: number): number[] {
  const exchange = exchanges(thread.rows).exchanges.find(
    ({ callSeq, resultSeqs }) => callSeq === seq || resultSeqs.includes(seq),
  )
  return exchange ? [exchange.callSeq, ...exchange.resultSeqs] : [seq]
}

/** A summary of some whole turns at the beginning. */
function summaryOf(thread: Thread, drawn: { share: number; tokens: number } | null): SummaryFacts | null {
  const ends = thread.rows.filter((row) => row.role === 'assistant' && row.callIds.length === 0).map((row) => row.seq)
  const toSeq = ends[Math.floor((drawn?.share ?? 0) * ends.length)]
  return drawn && toSeq !== undefined ? { version: 1, toSeq, tokens: drawn.tokens } : null
}

function recalledOf(thread: Thread, drawn: { hits: number[]; elsewhere: number[] }): RecalledUnit[] {
  const own = drawn.hits.flatMap((hit) =>
    hit >= 1 && hit <= thread.rows.length ? [{ seqs: unitOf(thread, hit) }] : [],
  )
  const others = drawn.elsewhere.map((tokens, index) => {
    const { rows } = threadOf([{ role: 'user', tokens }])
    return { seqs: [1], elsewhere: { threadUid: `other ${index}`, rows } }
  })
  return [...own.slice(0, 2), ...others, ...own.slice(2)]
}

function ask(drawn: Drawn, rows: readonly WindowMessage[]): WindowDecision {
  const { window, limit, summary, recalled } = drawn
  const { totals, openTurn } = drawn.thread
  const run = drawn.isOwnRun ? { runId: 'r1', lastRunId: 'r1' } : { runId: 'r1', lastRunId: 'r0' }
  return decideWindow({ rows, window, limit, totals, openTurn, summary, recalled, ...run })
}

/** What a server does: load the tail in reach, the head, pins, hits and opener; go back further while it is asked to. */
function askRestricted(drawn: Drawn): { decision: WindowDecision; loaded: number } {
  const { rows, totals, openTurn } = drawn.thread
  const reach = windowReach({ window: drawn.window, limit: drawn.limit, totals, openTurn })
  const opener = openTurn.isOpen ? rows.find((row) => row.turn === openTurn.turn && row.role === 'user') : undefined
  const hits = new Set(drawn.recalled.flatMap((unit) => (unit.elsewhere ? [] : unit.seqs)))
  const inReach = rows.filter(
    (row) =>
      row.seq >= reach.minSeq && row.runningTokens - row.tokens >= reach.thresholdTokens && row.turn >= reach.minTurn,
  )
  expect(inReach.length).toBeLessThanOrEqual(reach.maxTailMessages)
  for (let tail = Math.max(1, inReach.length); ; tail *= 2) {
    const loaded = rows.filter(
      (row) =>
        row.seq > rows.length - tail ||
        row.seq <= reach.headMessages ||
        row.isPinned ||
        row === opener ||
        hits.has(row.seq),
    )
    const decision = ask(drawn, loaded)
    if (!decision.needsEarlier) return { decision, loaded: loaded.length }
    expect(tail).toBeLessThan(rows.length)
  }
}

/** The ceilings that hold for all that is shown; Infinity where there is none. */
function ceilingsOf({ window, limit }: Drawn): { messages: number; tokens: number } {
  if (window.strategy === 'off') return { messages: 0, tokens: 0 }
  const maxMessages = window.strategy === 'buffer' ? window.maxMessages : undefined
  const tokens = window.maxTokens === undefined ? Infinity : window.maxTokens - (window.reservedTokens ?? 0)
  return { messages: Math.min(maxMessages ?? Infinity, limit ?? Infinity), tokens }
}

const CUT: readonly WindowReason[] = [
  'over-tokens',
  'over-messages',
  'over-turns',
  'limit',
  'summarized',
  'start-on',
  'off',
]
/** Why a message before the tail may be in; an unanswered call that is kept there is a copy, by that reason. */
const KEPT: readonly WindowReason[] = ['pinned', 'first', 'open-turn', 'newest', 'unanswered']

describe('windows, by property', { timeout: 60_000 }, () => {
  it('W4: the rows in reach give the same decision as the whole thread', () => {
    fc.assert(
      fc.property(question, (drawn) => {
        const { items: _items, ...whole } = ask(drawn, drawn.thread.rows)
        const { items: _loadedItems, ...restricted } = askRestricted(drawn).decision
        expect(whole.needsEarlier).toBe(false)
        expect(restricted).toEqual(whole)
      }),
      { numRuns: RUNS },
    )
  })

  it('W3: no window holds part of an exchange, and each result directly follows its call', () => {
    fc.assert(
      fc.property(question, (drawn) => {
        const decision = ask(drawn, drawn.thread.rows)
        const rowOf = new Map(drawn.thread.rows.map((row) => [row.seq, row]))
        const ownTurn = drawn.isOwnRun && drawn.thread.openTurn.isOpen ? drawn.thread.openTurn.turn : undefined
        let waiting: string[] = []
        let isOwn = false
        for (const { seq, withoutToolCalls } of decision.delivered) {
          const row = rowOf.get(seq)
          if (!row) throw new Error('a message that does not exist')
          if (row.toolCallId !== null) {
            expect(waiting).toContain(row.toolCallId)
            waiting.splice(waiting.indexOf(row.toolCallId), 1)
            continue
          }
          if (!isOwn) expect(waiting).toEqual([])
          waiting = withoutToolCalls ? [] : [...row.callIds]
          isOwn = row.turn === ownTurn
        }
        if (!isOwn) expect(waiting).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('W3: whatever exceeds a ceiling is said to, and a window is empty only when nothing can be shown', () => {
    fc.assert(
      fc.property(question, (drawn) => {
        const { window, thread } = drawn
        const decision = ask(drawn, thread.rows)
        const ceiling = ceilingsOf(drawn)
        if (!decision.overBudget) {
          expect(decision.messages).toBeLessThanOrEqual(ceiling.messages)
          expect(decision.tokens).toBeLessThanOrEqual(Math.max(0, ceiling.tokens))
        }
        const maxTurns = window.strategy === 'sliding-window' ? window.maxTurns : undefined
        const isZero = ceiling.messages === 0 || maxTurns === 0 || ceiling.tokens <= 0
        if (isZero) expect(decision.messages).toBe(0)
        const hasPlain = thread.rows.some((row) => row.callIds.length === 0 && row.toolCallId === null && !row.isEmpty)
        if (!isZero && hasPlain) expect(decision.messages).toBeGreaterThan(0)
      }),
      { numRuns: RUNS },
    )
  })

  it('W5 and W8: every row has one reason; delivered, ranges and totals agree with the items', () => {
    fc.assert(
      fc.property(question, (drawn) => {
        const { rows } = drawn.thread
        const decision = ask(drawn, rows)
        expect(decision.items.map((item) => item.seq)).toEqual(rows.map((row) => row.seq))
        const shown = decision.items.filter((item) => item.isIn)
        const seqs = shown.map((item) => item.seq)
        const others = decision.elsewhere.reduce((count, unit) => count + unit.seqs.length, 0)
        expect(decision.messages).toBe(seqs.length + others + (decision.summary ? 1 : 0))
        expect(new Set(decision.elsewhere.map((unit) => unit.threadUid)).size).toBe(decision.elsewhere.length)
        expect(decision.delivered.map((message) => message.seq).toSorted((a, b) => a - b)).toEqual(seqs)
        const fromRanges = decision.ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, offset) => from + offset),
        )
        expect(fromRanges).toEqual(seqs)
        const notResults = decision.delivered.map(({ seq }) => seq).filter((seq) => rows[seq - 1]?.toolCallId === null)
        expect(notResults).toEqual(notResults.toSorted((a, b) => a - b))
        for (const item of decision.items) {
          const row = rows[item.seq - 1]
          if (item.isIn && row?.isEmpty) expect(row.role === 'tool' || row.callIds.length > 0).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('W1: buffer, sliding and summarizing windows are a tail, with pins, first messages and summary', () => {
    fc.assert(
      fc.property(question, (drawn) => {
        const { strategy } = drawn.window
        if (strategy === 'vector' || strategy === 'composite') return
        const { items, summary } = ask(drawn, drawn.thread.rows)
        const lastCut = items.findLastIndex((item) => !item.isIn && CUT.includes(item.reason))
        const before = items.slice(0, lastCut + 1).filter((item) => item.isIn)
        expect(before.filter((item) => !KEPT.includes(item.reason))).toEqual([])
        if (strategy !== 'summarizing') expect(summary).toBeNull()
        const lost = items.filter((item) => item.seq > (summary?.toSeq ?? 0) && item.reason === 'summarized')
        expect(lost).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('W1: a summarizing window without ceilings loses nothing: each message is in it or in the summary', () => {
    fc.assert(
      fc.property(question, (drawn) => {
        if (drawn.window.strategy !== 'summarizing' || !drawn.summary) return
        const { recentMessages, summarizeEvery } = drawn.window
        const window = { strategy: 'summarizing', recentMessages, summarizeEvery, maxSummaryTokens: 100 } as const
        // A summary may lag by twice that; beyond it, the window is bounded all the same.
        if (drawn.thread.rows.length - drawn.summary.toSeq > recentMessages + 2 * summarizeEvery) return
        const { items, summary } = ask({ ...drawn, window, limit: undefined }, drawn.thread.rows)
        const kept: WindowReason[] = ['summarized', 'pair', 'unanswered', 'empty']
        expect(items.filter((item) => !item.isIn && !kept.includes(item.reason))).toEqual([])
        expect(summary).toEqual(drawn.summary)
      }),
      { numRuns: RUNS * 2 },
    )
  })

  it('W7: over a growing thread the start never goes back, and moves at most once for each step of new tokens', () => {
    const maxTokens = fc.integer({ min: 40, max: 400 })
    const stepped = fc.oneof(
      fc.record({ strategy: fc.constant('buffer' as const), maxTokens }),
      fc.record({ strategy: fc.constant('sliding-window' as const), maxTokens }),
      fc.record({ strategy: fc.constant('summarizing' as const), maxTokens, recentMessages: fc.constant(1_000) }),
    )
    const sizes = fc.array(fc.integer({ min: 4, max: 40 }), { minLength: 20, maxLength: 80 })
    fc.assert(
      fc.property(stepped, fc.double({ min: 0.1, max: 0.6, noNaN: true }), sizes, (window, step, tokens) => {
        const parsed = Window.parse({ ...window, step })
        const starts: number[] = []
        for (let count = 1; count <= tokens.length; count += 1) {
          const shapes = tokens.slice(0, count).map((size) => ({ role: 'assistant' as const, tokens: size }))
          const decision = decideWindow({ ...threadOf(shapes), window: parsed })
          expect(decision.overBudget).toBe(false)
          starts.push(decision.ranges[0]?.[0] ?? 0)
        }
        expect(starts).toEqual(starts.toSorted((left, right) => left - right))
        const grid = Math.max(1, Math.floor(window.maxTokens * step))
        const total = tokens.reduce((sum, size) => sum + size, 0)
        // Where a step leaves less than one message, the plain limit decides, message by message.
        const isRoomy = window.maxTokens - grid >= 40
        const most = Math.ceil(Math.max(0, total - window.maxTokens) / grid)
        if (isRoomy) expect(new Set(starts).size - 1).toBeLessThanOrEqual(most)
      }),
      { numRuns: 60 },
    )
  })
})
