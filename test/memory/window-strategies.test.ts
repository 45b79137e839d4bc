import { describe, expect, it } from 'vitest'
import { decideWindow, type WindowQuestion } from '../../memory/window'
import type { WindowInput } from '../../memory/window-config'
import { Window } from '../../memory/window-schema'
import { calls, result, type Shape, says, threadOf, user } from './thread-model'

function decide(shapes: readonly Shape[], window: WindowInput, options: Partial<WindowQuestion> = {}) {
  const { rows, totals, openTurn } = threadOf(shapes)
  const decision = decideWindow({ rows, window: Window.parse(window), totals, openTurn, ...options })
  return {
    ...decision,
    seqs: decision.delivered.map((message) => message.seq),
    reasons: decision.items.map((item) => item.reason),
  }
}

const chat = (turns: number): Shape[] => Array.from({ length: turns }, () => [user(), says()]).flat()
const hits = (...seqs: number[]) => ({ recalled: seqs.map((seq) => ({ seqs: [seq] })) })

describe('summarizing windows', () => {
  const window = { strategy: 'summarizing', recentMessages: 4, summarizeEvery: 4 } as const
  const summary = { version: 2, toSeq: 6, tokens: 50 }

  it('W1: the summary first, then all that it does not stand for', () => {
    const found = decide(chat(6), window, { summary })
    expect(found).toMatchObject({ summary, seqs: [7, 8, 9, 10, 11, 12], messages: 7, tokens: 110, overBudget: false })
    expect(found.reasons.slice(0, 7)).toEqual([...Array.from({ length: 6 }, () => 'summarized'), 'in'])
  })

  it('W1: the recent messages stay word for word although the summary stands for them too', () => {
    expect(decide(chat(6), window, { summary: { ...summary, toSeq: 10 } }).seqs).toEqual([9, 10, 11, 12])
  })

  it('W1 (B079): with no recent messages the summary stands alone, until something is written', () => {
    const alone = { ...window, recentMessages: 0 }
    expect(decide(chat(3), alone, { summary })).toMatchObject({ summary, seqs: [], messages: 1, needsEarlier: false })
    expect(decide(chat(4), alone, { summary }).seqs).toEqual([7, 8])
    expect(decide(chat(3), alone).seqs).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('W1: without a summary it is a plain window, and its start moves by whole steps', () => {
    const starts = [10, 12, 13, 14, 16, 17].map((count) => decide(chat(10).slice(0, count), window).seqs[0])
    expect(starts).toEqual([1, 1, 5, 5, 5, 9])
    expect(decide(chat(10), window, { summary: null })).toMatchObject({ summary: null, seqs: { length: 12 } })
  })

  it('W3 (B013): a summary that leaves no room for the newest message is left out', () => {
    const found = decide(chat(6), { ...window, maxTokens: 40 }, { summary })
    expect(found).toMatchObject({ summary: null, seqs: [9, 10, 11, 12], overBudget: false })
    const huge = decide([user(), says(), user(1_000)], { ...window, maxTokens: 500 })
    expect(huge).toMatchObject({ seqs: [3], overBudget: true })
  })

  it('W2: the summary counts against the limit of the call', () => {
    expect(decide(chat(6), window, { summary, limit: 3 })).toMatchObject({ summary, seqs: [11, 12], messages: 3 })
    expect(decide(chat(6), window, { summary, limit: 1 })).toMatchObject({ summary: null, seqs: [12] })
  })

  it('W3 (B007): with a summary in front no exchange is cut', () => {
    const shapes = [...chat(1), user(), calls('z2'), result('z2'), says(), ...chat(1)]
    const found = decide(
      shapes,
      { strategy: 'summarizing', recentMessages: 4, summarizeEvery: 1 },
      {
        summary: { version: 1, toSeq: 6, tokens: 8 },
      },
    )
    expect(found.seqs).toEqual([6, 7, 8])
    expect(found.reasons[4]).toBe('pair')
  })
})

describe('vector windows', () => {
  const window = { strategy: 'vector', topK: 3, recentMessages: 2 } as const

  it('W8: recent and recalled, in seq order, each once', () => {
    const found = decide(chat(6), window, hits(5, 12, 2))
    expect(found.seqs).toEqual([2, 5, 11, 12])
    expect(found.reasons).toEqual(
      chat(6).map((_, index) => ([1, 4].includes(index) ? 'recalled' : index > 9 ? 'in' : 'not-recalled')),
    )
  })

  it('W3: a hit brings its whole exchange, or does not come', () => {
    const shapes = [user(), calls('a', 'b'), result('a'), result('b'), says(), ...chat(3)]
    const recalled = [{ seqs: [2, 3, 4] }]
    expect(decide(shapes, window, { recalled }).seqs).toEqual([2, 3, 4, 10, 11])
    expect(decide(shapes, { ...window, maxTokens: 40 }, { recalled }).seqs).toEqual([10, 11])
  })

  it('W8: the best first as long as they fit', () => {
    const shapes = [user(100), says(10), user(10), says(10), ...chat(1)]
    expect(decide(shapes, { ...window, maxTokens: 40 }, hits(1, 3, 2)).seqs).toEqual([2, 3, 5, 6])
    expect(decide(shapes, window, { ...hits(3, 2), limit: 3 }).seqs).toEqual([3, 5, 6])
  })

  it('W3: where nothing was recalled and no newest are asked for, the newest are shown', () => {
    const bare = { strategy: 'vector', topK: 3 } as const
    expect(decide(chat(4), bare).seqs).toEqual([6, 7, 8])
    expect(decide(chat(4), bare, hits(2)).seqs).toEqual([2])
    expect(decide(chat(4), { ...window, recentMessages: 0 })).toMatchObject({ seqs: [8] })
  })

  it('what was recalled in other threads of the subject counts, and comes whole', () => {
    const other = threadOf([user(), calls('a'), result('a'), says()]).rows
    const recalled = [
      { seqs: [2, 3], elsewhere: { threadUid: 'other', rows: other } },
      { seqs: [2], elsewhere: { threadUid: 'cut', rows: other } },
      { seqs: [1], elsewhere: { threadUid: 'other', rows: other } },
    ]
    const found = decide(chat(3), { ...window, reach: 'subject' }, { recalled })
    expect(found.elsewhere).toEqual([
      { threadUid: 'other', seqs: [2, 3] },
      { threadUid: 'other', seqs: [1] },
    ])
    expect(found).toMatchObject({ messages: 5, tokens: 50 })
    expect(decide(chat(3), { ...window, maxTokens: 35 }, { recalled }).elsewhere).toEqual([
      { threadUid: 'other', seqs: [1] },
    ])
  })
})

describe('composite windows (W8)', () => {
  const recent = { strategy: 'buffer', maxMessages: 4 } as const
  const recall = { strategy: 'vector', topK: 4, recentMessages: 0 } as const
  const composite = (mergeStrategy: 'concat' | 'interleave' | 'priority', maxTokens: number): WindowInput => ({
    strategy: 'composite',
    providers: [recent, recall],
    mergeStrategy,
    maxTokens,
  })

  it('without a ceiling all of all providers, in seq order, each message once', () => {
    const found = decide(chat(6), { strategy: 'composite', providers: [recent, recall] }, hits(10, 3))
    expect(found.seqs).toEqual([3, 9, 10, 11, 12])
    expect(found.reasons[2]).toBe('recalled')
    expect(found.reasons[0]).toBe('over-messages')
  })

  it('concat: in the providers’ order until it is full; priority: then what still fits', () => {
    const shapes = [user(100), says(10), user(10), says(10), ...chat(2)]
    expect(decide(shapes, composite('concat', 60), hits(1, 2)).seqs).toEqual([5, 6, 7, 8])
    expect(decide(shapes, composite('priority', 60), hits(1, 2)).seqs).toEqual([2, 5, 6, 7, 8])
    expect(decide(shapes, composite('priority', 60), hits(1, 2)).reasons[0]).toBe('no-room')
    expect(decide(shapes, composite('concat', 30), hits(2)).seqs).toEqual([6, 7, 8])
  })

  it('interleave: a turn of each by turns', () => {
    expect(decide(chat(6), composite('interleave', 60), hits(1, 4)).seqs).toEqual([1, 4, 9, 10, 11, 12])
    expect(decide(chat(6), composite('interleave', 40), hits(1, 4)).seqs).toEqual([1, 10, 11, 12])
    expect(decide(chat(6), composite('interleave', 30), hits(1, 4)).seqs).toEqual([1, 11, 12])
  })

  it('keeps first messages and pins for all providers once, and the summary in front', () => {
    const summary = { version: 1, toSeq: 6, tokens: 20 }
    const providers = [{ strategy: 'summarizing', recentMessages: 2, summarizeEvery: 2 }, recall] as const
    const found = decide(
      chat(5),
      { strategy: 'composite', providers: [...providers], keepFirst: 1 },
      { summary, ...hits(2) },
    )
    expect(found).toMatchObject({ summary, seqs: [1, 2, 7, 8, 9, 10], messages: 7, tokens: 80 })
    expect(found.reasons.slice(0, 3)).toEqual(['first', 'recalled', 'summarized'])
  })

  it('W3: shows the newest although it does not fit, and no part of an exchange', () => {
    const shapes = [...chat(2), user(), calls('a'), result('a', 500), says(500)]
    expect(decide(shapes, composite('concat', 60))).toMatchObject({ seqs: [8], overBudget: true })
    const last = decide([...chat(2), user(), calls('a'), result('a', 500)], composite('concat', 60))
    expect(last.seqs).toEqual([5])
  })
})
