import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchanges } from '../../memory/turn'
import { decideWindow, type WindowDecision, type WindowQuestion } from '../../memory/window'
import type { WindowMessage } from '../../memory/window-message'
import { windowReach } from '../../memory/window-reach'
import { anyThread, anyWindow, type Thread } from './thread-model'

const RUNS = 500

const question = fc
  .record({
    thread: anyThread,
    window: anyWindow,
    limit: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 3 }),
    pins: fc.array(fc.nat({ max: 40 }), { maxLength: 2 }),
    isOwnRun: fc.boolean(),
  })
  .map((drawn) => ({ ...drawn, thread: withPins(drawn.thread, drawn.pins) }))

/** Marks messages and their exchanges as pinned, as a server does. */
function withPins(thread: Thread, pins: readonly number[]): Thread {
  const seqs = new Set(pins)
  for (const exchange of exchanges(thread.rows).exchanges) {
    const all = [exchange.callSeq, ...exchange.resultSeqs]
    if (all.some((seq) => pins.includes(seq))) for (const seq of all) seqs.add(seq)
  }
  return { ...thread, rows: thread.rows.map((row) => (seqs.has(row.seq) ? { ...row, isPinned: true } : row)) }
}

interface Drawn {
  thread: Thread
  window: WindowQuestion['window']
  limit: number | undefined
  isOwnRun: boolean
}

function ask(drawn: Drawn, rows: readonly WindowMessage[]): WindowDecision {
  const { totals, openTurn } = drawn.thread
  const run = drawn.isOwnRun ? { runId: 'r1', lastRunId: 'r1' } : { runId: 'r1', lastRunId: 'r0' }
  return decideWindow({ rows, window: drawn.window, limit: drawn.limit, totals, openTurn, ...run })
}

/** What a server does: load the tail in reach, the head, pins and opener; go back further while it is asked to. */
function askRestricted(drawn: Drawn): { decision: WindowDecision; loaded: number } {
  const { rows, totals, openTurn } = drawn.thread
  const reach = windowReach({ window: drawn.window, limit: drawn.limit, totals, openTurn })
  const opener = openTurn.isOpen ? rows.find((row) => row.turn === openTurn.turn && row.role === 'user') : undefined
  const inReach = rows.filter(
    (row) =>
      row.seq >= reach.minSeq && row.runningTokens - row.tokens >= reach.thresholdTokens && row.turn >= reach.minTurn,
  )
  expect(inReach.length).toBeLessThanOrEqual(reach.maxTailMessages)
  for (let tail = Math.max(1, inReach.length); ; tail *= 2) {
    const loaded = rows.filter(
      (row) => row.seq > rows.length - tail || row.seq <= reach.headMessages || row.isPinned || row === opener,
    )
    const decision = ask(drawn, loaded)
    if (!decision.needsEarlier) return { decision, loaded: loaded.length }
    expect(tail).toBeLessThan(rows.length)
  }
}

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
        const { window, limit, thread } = drawn
        const decision = ask(drawn, thread.rows)
        const maxMessages = window.strategy === 'buffer' ? window.maxMessages : undefined
        const maxTurns = window.strategy === 'sliding-window' ? window.maxTurns : undefined
        const budget =
          window.strategy === 'off' || window.maxTokens === undefined
            ? Infinity
            : window.maxTokens - (window.reservedTokens ?? 0)
        const ceiling = Math.min(maxMessages ?? Infinity, limit ?? Infinity)
        if (!decision.overBudget) {
          expect(decision.messages).toBeLessThanOrEqual(ceiling)
          expect(decision.tokens).toBeLessThanOrEqual(Math.max(0, budget))
        }
        const isZero = window.strategy === 'off' || ceiling === 0 || maxTurns === 0 || budget <= 0
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

  it('W7: with a step the start stands still between its jumps, and never moves back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 300 }), fc.double({ min: 0.1, max: 0.6, noNaN: true }), (budget, step) => {
        const starts: number[] = []
        for (let count = 1; count <= 100; count += 1) {
          const rows = Array.from({ length: count }, (_, index) => plainRow(index + 1))
          const last = { messages: count, tokens: count * 5, lastSeq: count }
          const turn = { turn: count, firstSeq: count, isOpen: false }
          const window = { strategy: 'buffer', maxTokens: budget, step } as const
          const decision = decideWindow({ rows, window, totals: last, openTurn: turn })
          expect(decision.overBudget).toBe(false)
          starts.push(decision.ranges[0]?.[0] ?? 0)
        }
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        const jump = Math.max(1, Math.floor(budget * step))
        const jumps = new Set(starts).size - 1
        expect(jumps).toBeLessThanOrEqual(Math.ceil((100 * 5) / jump))
      }),
      { numRuns: 15 },
    )
  })
})

function plainRow(seq: number): WindowMessage {
  const base = { seq, role: 'assistant', turn: seq, callIds: [], toolCallId: null, isEmpty: false }
  return { ...base, tokens: 5, runningTokens: seq * 5 }
}
