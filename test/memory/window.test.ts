import { describe, expect, it } from 'vitest'
import { decideWindow, seqRanges, type WindowQuestion } from '../../memory/window'
import type { Window } from '../../memory/window-config'
import { windowReach } from '../../memory/window-reach'
import { describeReason, REASON_LABELS, WINDOW_REASONS } from '../../memory/window-reason'
import { calls, result, type Shape, says, threadOf, user } from './thread-model'

function decide(shapes: readonly Shape[], window: Window, options: Partial<WindowQuestion> = {}) {
  const { rows, totals, openTurn } = threadOf(shapes)
  const decision = decideWindow({ rows, window, totals, openTurn, ...options })
  return { ...decision, seqs: decision.delivered.map((message) => message.seq) }
}

const buffer = (maxMessages: number, more: object = {}): Window => ({ strategy: 'buffer', maxMessages, ...more })
const turns = (maxTurns: number, more: object = {}): Window => ({ strategy: 'sliding-window', maxTurns, ...more })
const budget = (maxTokens: number, more: object = {}): Window => ({ strategy: 'buffer', maxTokens, ...more })
const unlimited: Window = { strategy: 'buffer' }

const deskTurn = [user(), calls('c1'), result('c1'), says()]
const parallelTurn = [user(), calls('p1', 'p2', 'p3'), result('p1'), result('p2'), result('p3'), says()]

describe('decideWindow', () => {
  it('W3 (B001): a window that would begin with a result leaves the whole exchange out', () => {
    const { seqs, items, ranges } = decide([...deskTurn, user(), says()], buffer(4))
    expect(seqs).toEqual([4, 5, 6])
    expect(items.map((item) => item.reason)).toEqual(['over-messages', 'over-messages', 'pair', 'in', 'in', 'in'])
    expect(ranges).toEqual([[4, 6]])
  })

  it('W3 (B002): calls stay only with all of their results', () => {
    const shapes = [user(), calls('q1', 'q2'), result('q1', 1_000), result('q2'), says()]
    expect(decide(shapes, budget(120)).seqs).toEqual([5])
  })

  it('W3 (B004): a parallel group is whole or absent for every size', () => {
    const shapes = [...parallelTurn, user(), says()]
    expect(decide(shapes, buffer(4)).seqs).toEqual([6, 7, 8])
    expect(decide(shapes, buffer(5)).seqs).toEqual([6, 7, 8])
    expect(decide(shapes, buffer(6)).seqs).toEqual([6, 7, 8])
    expect(decide(shapes, buffer(7)).seqs).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  it('W1 (B005): maxTurns counts from the user message to the final answer', () => {
    const shapes = [...deskTurn, user(), says(), user(), calls('c9'), result('c9'), says()]
    expect(decide(shapes, turns(1)).seqs).toEqual([7, 8, 9, 10])
    expect(decide(shapes, turns(2)).seqs).toEqual([5, 6, 7, 8, 9, 10])
    expect(decide(shapes, turns(3)).seqs).toHaveLength(10)
    expect(decide(shapes, turns(4)).seqs).toHaveLength(10)
    expect(decide(shapes, turns(0))).toMatchObject({ seqs: [], overBudget: false })
    expect(decide(shapes, turns(1)).items[0]?.reason).toBe('over-turns')
  })

  it('W1: 0 gives nothing, for every ceiling, and says which one', () => {
    const shapes = [user(), says()]
    const reasons = [buffer(0), turns(0), budget(0)].map((window) => decide(shapes, window).items[0]?.reason)
    expect(reasons).toEqual(['over-messages', 'over-turns', 'over-tokens'])
    expect(decide(shapes, unlimited, { limit: 0 })).toMatchObject({ seqs: [], items: [{ reason: 'limit' }, {}] })
  })

  it('W2: off shows nothing, pins included; the limit only narrows', () => {
    const pinned = [{ ...user(), isPinned: true }, says()]
    expect(decide(pinned, { strategy: 'off' })).toMatchObject({ seqs: [], overBudget: false, needsEarlier: false })
    expect(decide([user(), says(), user(), says()], buffer(2), { limit: 3 }).seqs).toEqual([3, 4])
    const narrowed = decide([user(), says(), user(), says()], buffer(3), { limit: 1 })
    expect(narrowed).toMatchObject({ seqs: [4], items: [{ reason: 'limit' }, {}, {}, {}] })
  })

  it('W3 (B010): the user message that opened the open turn stays, with the newest whole exchanges', () => {
    const steps = ['r1', 'r2', 'r3', 'r4', 'r5'].flatMap((id) => [calls(id), result(id)])
    const { seqs, items } = decide([user(), says(), user(), ...steps], buffer(4))
    expect(seqs).toEqual([3, 12, 13])
    expect(items[2]).toEqual({ seq: 3, isIn: true, reason: 'open-turn' })
    expect(items[10]?.reason).toBe('pair')
  })

  it('W1 (B011): startOn user begins with a user message, and without it a window may begin with an answer', () => {
    const shapes = [user(), says(), user(), says()]
    expect(decide(shapes, buffer(3)).seqs).toEqual([2, 3, 4])
    const { seqs, items } = decide(shapes, buffer(3, { startOn: 'user' }))
    expect(seqs).toEqual([3, 4])
    expect(items[1]?.reason).toBe('start-on')
    expect(decide(shapes, buffer(1, { startOn: 'user' })).seqs).toEqual([4])
  })

  it('W3 (B013): the newest message is returned over budget, never an empty answer', () => {
    const shapes = [user(), says(), user(40_000)]
    expect(decide(shapes, budget(500))).toMatchObject({ seqs: [3], overBudget: true, tokens: 40_000 })
    const exchange = [user(), calls('c'), result('c', 900)]
    expect(decide(exchange, budget(500))).toMatchObject({ seqs: [1, 2, 3], overBudget: true })
    expect(decide(exchange, budget(500)).items[2]).toEqual({ seq: 3, isIn: true, reason: 'newest' })
  })

  it('W1 (B014): a reserve larger than the budget gives an empty window, and says so', () => {
    const window = budget(50, { reservedTokens: 80 })
    expect(decide([user(), says()], window)).toMatchObject({ seqs: [], overBudget: true })
    expect(decide([], window).overBudget).toBe(false)
    expect(decide([user(), says(), user(), says()], budget(50, { reservedTokens: 30 })).seqs).toEqual([3, 4])
  })

  it('W1 (B017): the last messages, in ascending order', () => {
    const shapes = Array.from({ length: 50 }, (_, index) => (index % 2 ? says() : user()))
    expect(decide(shapes, buffer(5)).seqs).toEqual([46, 47, 48, 49, 50])
  })

  it('W8 (B023): results come in the order in which they were written', () => {
    expect(decide([user(), calls('k1', 'k2'), result('k2'), result('k1'), says()], unlimited).seqs).toEqual([
      1, 2, 3, 4, 5,
    ])
  })

  it('W3 (B025): an unanswered call is served as a copy, or left out when nothing remains', () => {
    const withText: Shape[] = [user(), { ...calls('e1'), isEmpty: false }]
    expect(decide(withText, buffer(10)).delivered).toEqual([
      { seq: 1, withoutToolCalls: false },
      { seq: 2, withoutToolCalls: true },
    ])
    expect(decide(withText, buffer(10)).items[1]).toEqual({
      seq: 2,
      isIn: true,
      reason: 'unanswered',
      withoutToolCalls: true,
    })
    const bare = decide([user(), calls('e1', 'e2'), result('e1'), user(), says()], buffer(10))
    expect(bare.seqs).toEqual([1, 4, 5])
    expect(bare.items.slice(1, 3).map((item) => item.reason)).toEqual(['unanswered', 'unanswered'])
  })

  it('W3: in the open turn of the reading run itself unanswered calls are served as they are', () => {
    const shapes = [user(), calls('e1', 'e2'), result('e1')]
    const own = { runId: 'r', lastRunId: 'r' }
    expect(decide(shapes, buffer(10), own).delivered.every((message) => !message.withoutToolCalls)).toBe(true)
    expect(decide(shapes, buffer(10), own).seqs).toEqual([1, 2, 3])
    expect(decide(shapes, buffer(10), { runId: 'r', lastRunId: 'other' }).seqs).toEqual([1])
    expect(decide(shapes, buffer(10), {}).seqs).toEqual([1])
    expect(decide([...shapes, says()], buffer(10), own).seqs).toEqual([1, 4])
  })

  it('T2 (B026): a late result is placed with its call, and ids may repeat in other turns', () => {
    const late = [user(), calls('x'), user(), result('x'), says(), user(), calls('x'), result('x'), says()]
    expect(decide(late, unlimited).seqs).toEqual([1, 2, 4, 3, 5, 6, 7, 8, 9])
    expect(decide(late, buffer(7)).seqs).toEqual([3, 5, 6, 7, 8, 9])
  })

  it('W1 (B145): keepFirst keeps the beginning, and never part of an exchange', () => {
    const shapes = [user(), says(), user(), calls('v1'), result('v1'), says()]
    expect(decide(shapes, buffer(3, { keepFirst: 1 })).seqs).toEqual([1, 6])
    expect(decide(shapes, buffer(4, { keepFirst: 1 })).seqs).toEqual([1, 4, 5, 6])
    expect(decide(shapes, buffer(2, { keepFirst: 4 }))).toMatchObject({ seqs: [1, 2, 3, 6], overBudget: true })
    expect(decide(shapes, buffer(3, { keepFirst: 1 })).items[0]).toEqual({ seq: 1, isIn: true, reason: 'first' })
  })

  it('W3: a call whose results keepFirst cuts off is left out, text and all', () => {
    const shapes: Shape[] = [user(), { ...calls('v1'), isEmpty: false }, result('v1'), says(), user(), says()]
    const { seqs, items } = decide(shapes, buffer(3, { keepFirst: 2 }))
    expect(seqs).toEqual([1, 6])
    expect(items[1]).toEqual({ seq: 2, isIn: false, reason: 'pair' })
  })

  it('W6: a pin holds its whole exchange, counts against the limits, and says when pins alone are too much', () => {
    const pinnedResult = [
      user(),
      calls('c'),
      { ...result('c'), isPinned: true },
      says(),
      user(),
      says(),
      user(),
      says(),
    ]
    expect(decide(pinnedResult, buffer(4)).seqs).toEqual([2, 3, 7, 8])
    expect(decide(pinnedResult, buffer(4)).items[1]).toEqual({ seq: 2, isIn: true, reason: 'pinned' })
    expect(decide(pinnedResult, buffer(1))).toMatchObject({ seqs: [2, 3, 8], overBudget: true })
  })

  it('W8: a message with neither content nor calls is left out, an empty result is not', () => {
    const shapes: Shape[] = [
      user(),
      { ...says(), isEmpty: true },
      user(),
      calls('c'),
      { ...result('c'), isEmpty: true },
      says(),
    ]
    expect(decide(shapes, unlimited).seqs).toEqual([1, 3, 4, 5, 6])
    expect(decide(shapes, unlimited).items[1]).toEqual({ seq: 2, isIn: false, reason: 'empty' })
    expect(decide([user(), { ...says(), isEmpty: true }], buffer(1)).seqs).toEqual([1])
  })

  it('W7: the start moves by a step when the window overflows, along one grid', () => {
    const sizes = [19, 20, 21, 26, 27, 32].map((count) => {
      const shapes = Array.from({ length: count }, (_, index) => (index % 2 ? says(5) : user(5)))
      return decide(shapes, budget(100, { step: 0.3 })).ranges[0]?.[0]
    })
    expect(sizes).toEqual([1, 1, 7, 7, 13, 13])
    const counts = [10, 11, 13, 14].map((count) => {
      const shapes = Array.from({ length: count }, (_, index) => (index % 2 ? says() : user()))
      return decide(shapes, buffer(10, { step: 0.3 })).ranges[0]?.[0]
    })
    expect(counts).toEqual([1, 4, 4, 7])
  })

  it('W7: where the grid leaves nothing, the plain limit decides', () => {
    expect(decide([user(60), says(50)], budget(60, { step: 0.9 }))).toMatchObject({ seqs: [2], overBudget: false })
  })

  it('W4: the reach of a window is a number of rows, not a thread', () => {
    const totals = { messages: 1_000_000, tokens: 10_000_000, lastSeq: 1_000_000 }
    const openTurn = { turn: 500_000, firstSeq: 999_999, isOpen: false }
    expect(windowReach({ window: buffer(20, { keepFirst: 2 }), totals, openTurn })).toEqual({
      minSeq: 999_981,
      thresholdTokens: 0,
      minTurn: 1,
      maxTailMessages: 20,
      headMessages: 2,
    })
    const sliding: Window = { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 }
    expect(windowReach({ window: sliding, limit: 50, totals, openTurn })).toMatchObject({
      minSeq: 999_951,
      thresholdTokens: 9_996_000,
      minTurn: 499_971,
    })
    expect(windowReach({ window: { strategy: 'off' }, totals, openTurn }).maxTailMessages).toBe(0)
  })

  it('W4: the reach does not count on the step, whose grid may leave nothing', () => {
    const { totals, openTurn } = threadOf([user(20), says(20), user(20), says(20)])
    const reach = (step: object) => windowReach({ window: budget(60, step), totals, openTurn })
    expect(reach({ step: 0.9 })).toEqual(reach({}))
  })

  it('W4: asks for earlier rows when the newest message that can be shown is not there', () => {
    const { rows, totals, openTurn } = threadOf([user(), says(), calls('c'), result('c', 500)])
    const ask = (from: number) => decideWindow({ rows: rows.slice(from), window: budget(50), totals, openTurn })
    expect(ask(4).needsEarlier).toBe(true)
    expect(ask(3).needsEarlier).toBe(true)
    expect(ask(2)).toMatchObject({ needsEarlier: false, ranges: [[3, 4]], overBudget: true })
  })

  it('W4: a filtered list counts on its own, by position', () => {
    const { rows } = threadOf([...deskTurn, ...deskTurn, user(), says()])
    const turnOf = [1, 1, 1, 1, 2, 3, 3]
    const chosen = rows.filter((row) => ![6, 7, 8].includes(row.seq))
    const list = chosen.map((row, index) => ({
      ...row,
      position: index + 1,
      turn: turnOf[index] ?? 0,
      runningTokens: (index + 1) * 10,
    }))
    const totals = { messages: 7, tokens: 70, lastSeq: 7 }
    const about = { rows: list, totals, openTurn: { turn: 3, firstSeq: 9, isOpen: false } }
    const last = decideWindow({ ...about, window: buffer(4) })
    expect(last.delivered.map((message) => message.seq)).toEqual([4, 5, 9, 10])
    expect(last.ranges).toEqual([
      [4, 5],
      [9, 10],
    ])
    expect(decideWindow({ ...about, window: turns(2) }).ranges).toEqual([
      [5, 5],
      [9, 10],
    ])
    expect(decideWindow({ ...about, window: buffer(5) }).delivered[0]).toEqual({ seq: 4, withoutToolCalls: false })
  })

  it('an empty thread gives an empty window', () => {
    expect(decide([], buffer(5))).toMatchObject({
      seqs: [],
      ranges: [],
      messages: 0,
      overBudget: false,
      needsEarlier: false,
    })
  })

  it('W5: each reason has words, with the window’s own numbers', () => {
    expect(Object.keys(REASON_LABELS).toSorted()).toEqual([...WINDOW_REASONS].toSorted())
    expect(describeReason('over-tokens', { maxTokens: 4_000 })).toBe('over 4,000 tokens')
    expect(describeReason('over-turns', { maxTurns: 30 })).toBe('over 30 turns')
    expect(describeReason('over-messages', {})).toBe('over the message limit')
    expect(describeReason('pair', {})).toBe('kept out whole with its tool results')
  })

  it('writes seqs as ranges', () => {
    expect(seqRanges([1, 2, 3, 7, 9, 10])).toEqual([
      [1, 3],
      [7, 7],
      [9, 10],
    ])
  })
})
