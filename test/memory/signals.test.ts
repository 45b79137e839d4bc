import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../memory/message'
import { findSignals, questionKey, UNANSWERED_AFTER_MS, unansweredAt } from '../../memory/signals'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const tool = (content: string): ModelMessage => ({ role: 'tool', toolCallId: 'c', content })
const numbered = (...messages: (ModelMessage | null)[]) =>
  messages.map((message, index) => ({ seq: index + 1, message }))
const find = (messages: (ModelMessage | null)[], asked: string[] = []) =>
  findSignals({ asked, messages: numbered(...messages), writes: [] })

describe('signals', () => {
  it('notices that a tool failed, how often and where', () => {
    const messages = [user('Hello'), tool('{"ok":true}'), tool('{"error":"down"}'), tool('fine'), tool('Error: no')]
    expect(find(messages)).toEqual([{ signal: 'tool-failed', count: 2, firstSeq: 3, lastSeq: 5 }])
  })

  it.each([
    ['Where is my order?', 'where is  my ORDER', true],
    ['Où est ma commande ?', 'ou est ma commande', true],
    ['Where is my order?', 'Where is my refund?', false],
    ['yes', 'yes', false],
    ['Thank you', 'thank you', false],
    ['我的订单在哪里？', '我的订单在哪里', true],
    ['', '', false],
  ])('takes %j and %j for one question: %s', (first, second, isSame) => {
    expect(find([user(first), { role: 'assistant', content: first }, user(second)])).toEqual(
      isSame ? [{ signal: 'repeated-question', count: 1, firstSeq: 3, lastSeq: 3 }] : [],
    )
  })

  it('knows what was asked before it was looked at last', () => {
    const asked = [questionKey('Where is my order?') ?? '']
    expect(find([user('where is my order')], asked)).toMatchObject([{ signal: 'repeated-question', firstSeq: 1 }])
  })

  it('sees nothing in a message that is redacted', () => {
    expect(find([null, null])).toEqual([])
  })

  it('notices writes after a read over budget, and writes with conflicts', () => {
    const writes = [
      { seq: 1, overBudget: false, hasConflicts: true },
      { seq: 5, overBudget: true, hasConflicts: false },
      { seq: 9, overBudget: true, hasConflicts: true },
    ]
    expect(findSignals({ asked: [], messages: [], writes })).toEqual([
      { signal: 'over-budget', count: 2, firstSeq: 5, lastSeq: 9 },
      { signal: 'conflicts', count: 2, firstSeq: 1, lastSeq: 9 },
    ])
  })

  it('T1: an open turn is unanswered after a while, a closed one never', () => {
    expect(unansweredAt({ turnOpen: true, lastMessageAt: 1_000 })).toBe(1_000 + UNANSWERED_AFTER_MS)
    expect(unansweredAt({ turnOpen: false, lastMessageAt: 1_000 })).toBeNull()
    expect(unansweredAt({ turnOpen: true, lastMessageAt: null })).toBeNull()
  })

  it('finds the same however a thread is cut into looks', () => {
    const said = fc.constantFrom('Where is my order?', 'where is my ORDER', 'Cancel the second one', 'yes')
    const message = fc.oneof(said.map(user), fc.constantFrom('{"error":1}', 'fine').map(tool), fc.constant(null))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), fc.nat(20), (messages, cut) => {
        const all = numbered(...messages)
        const first = all.slice(0, cut)
        const asked = first.flatMap(({ message: each }) =>
          each?.role === 'user' ? (questionKey(String(each.content)) ?? []) : [],
        )
        const parts = [
          ...findSignals({ asked: [], messages: first, writes: [] }),
          ...findSignals({ asked, messages: all.slice(cut), writes: [] }),
        ]
        for (const { signal, count } of findSignals({ asked: [], messages: all, writes: [] })) {
          const counted = parts.filter((part) => part.signal === signal).reduce((sum, part) => sum + part.count, 0)
          expect(counted).toBe(count)
        }
        expect(parts.length === 0).toBe(find(messages).length === 0)
      }),
    )
  })

  it('never throws, whatever was said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const key = questionKey(text)
        expect(key === null || questionKey(key) === key).toBe(true)
      }),
    )
  })
})
