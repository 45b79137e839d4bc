import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distributionOf } from '../../memory/distribution'
import { decideWindow } from '../../memory/window'
import type { Window } from '../../memory/window-config'
import { decidePast, growthOf, shiftBetween } from '../../memory/window-replay'
import { anyThread, anyWindow, calls, result, says, threadOf, user } from './thread-model'

const seqsOf = ({ delivered }: { delivered: readonly { seq: number }[] }) => delivered.map(({ seq }) => seq)
const turnsOf = (count: number) => threadOf(Array.from({ length: count }, () => [user(10), says(10)]).flat()).rows

describe('decidePast', () => {
  it('W5: a read of then is the decision on the thread as it was', () => {
    fc.assert(
      fc.property(anyThread, anyWindow, fc.nat(), (thread, window, cut) => {
        const through = thread.rows.length === 0 ? 0 : cut % (thread.rows.length + 1)
        const then = threadOf(
          thread.rows.slice(0, through).map((row) => ({
            ...row,
            role: shapeRole(row.role),
            toolCallId: row.toolCallId ?? undefined,
            callIds: [...row.callIds],
          })),
        )
        const expected = decideWindow({ window, rows: then.rows, totals: then.totals, openTurn: then.openTurn })
        expect(decidePast({ rows: thread.rows, through, window })).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('takes a summary only where all that it covers was stored by then', () => {
    const rows = turnsOf(6)
    const window: Window = { strategy: 'summarizing', recentMessages: 2, summarizeEvery: 2, maxSummaryTokens: 50 }
    const summary = { version: 1, toSeq: 6, tokens: 20 }
    expect(decidePast({ rows, through: 4, window, summary }).summary).toBeNull()
    expect(decidePast({ rows, through: 12, window, summary }).summary).toEqual(summary)
  })
})

describe('shiftBetween', () => {
  it('names what is lost and what is gained', () => {
    const rows = turnsOf(5)
    const read = (window: Window) => decidePast({ rows, through: 10, window })
    const narrow = read({ strategy: 'buffer', maxMessages: 4 })
    const wide = read({ strategy: 'buffer', maxMessages: 7 })
    expect(shiftBetween(wide, narrow)).toEqual({ lost: [4, 5, 6], gained: [] })
    expect(shiftBetween(narrow, wide)).toEqual({ lost: [], gained: [4, 5, 6] })
  })
})

describe('growthOf', () => {
  const lengths = Array.from({ length: 20 }, (_, index) => 2 * (index + 1))

  it('W7: a window without a step moves at each read once it is full, one with a step seldom', () => {
    const rows = turnsOf(20)
    const plain = growthOf({ rows, lengths, window: { strategy: 'sliding-window', maxTokens: 100 } })
    const stepped = growthOf({ rows, lengths, window: { strategy: 'sliding-window', maxTokens: 100, step: 0.5 } })
    expect(plain).toMatchObject({ reads: 20, startMoves: 15, overBudget: 0 })
    expect(stepped.startMoves).toBeLessThan(8)
    expect(stepped.cachedTokens / stepped.tokens).toBeGreaterThan(plain.cachedTokens / plain.tokens)
  })

  it('a thread that fits is served from the cache but for what is new', () => {
    const rows = turnsOf(3)
    expect(growthOf({ rows, lengths: [2, 4, 6], window: { strategy: 'buffer' } })).toEqual({
      reads: 3,
      messages: 12,
      tokens: 120,
      cachedTokens: 60,
      startMoves: 0,
      overBudget: 0,
    })
  })

  it('a copy without its calls is another message than the one with them', () => {
    const { rows } = threadOf([user(10), calls('a'), result('a', 10), says(10)])
    const growth = growthOf({ rows, lengths: [2, 4], window: { strategy: 'buffer' } })
    expect(seqsOf(decidePast({ rows, through: 2, window: { strategy: 'buffer' } }))).toEqual([1])
    expect(growth).toMatchObject({ cachedTokens: 10, startMoves: 0 })
  })

  it('cached tokens never exceed the tokens, and one length counts once', () => {
    fc.assert(
      fc.property(anyThread, anyWindow, (thread, window) => {
        const all = thread.rows.map(({ seq }) => seq)
        const { reads, tokens, cachedTokens, startMoves } = growthOf({ rows: thread.rows, lengths: all, window })
        expect(reads).toBe(all.length)
        expect(cachedTokens).toBeLessThanOrEqual(tokens)
        expect(startMoves).toBeLessThan(Math.max(1, reads))
      }),
      { numRuns: 200 },
    )
  })
})

describe('distributionOf', () => {
  it.each([
    [[], { median: 0, p95: 0, min: 0, max: 0 }],
    [[7], { median: 7, p95: 7, min: 7, max: 7 }],
    [[3, 1, 2, 4], { median: 2, p95: 4, min: 1, max: 4 }],
    [Array.from({ length: 100 }, (_, index) => 100 - index), { median: 50, p95: 95, min: 1, max: 100 }],
  ])('%j', (figures, expected) => expect(distributionOf(figures)).toEqual(expected))
})

function shapeRole(role: string): 'user' | 'assistant' | 'tool' {
  return role === 'user' || role === 'tool' ? role : 'assistant'
}
