import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryOrder, exchanges, numberTurns, openCallIds } from '../../memory/turn'
import { anyThread, calls, result, says, threadOf, user } from './thread-model'

const rowsOf = (...shapes: Parameters<typeof threadOf>[0]) => threadOf(shapes).rows

describe('turns', () => {
  it('T1: a turn ends with an assistant message without calls', () => {
    const shapes = [user(), calls('a'), result('a'), says(), says(), user(), user()]
    expect(rowsOf(...shapes).map((row) => row.turn)).toEqual([1, 1, 1, 1, 2, 3, 3])
  })

  it('T1: goes on from an open turn or after a closed one', () => {
    const messages = [
      { role: 'user', callIds: [] },
      { role: 'assistant', callIds: [] },
      { role: 'user', callIds: [] },
    ]
    expect(numberTurns(messages, { turn: 4, isOpen: true })).toEqual([4, 4, 5])
    expect(numberTurns(messages, { turn: 4, isOpen: false })).toEqual([5, 5, 6])
    expect(numberTurns(messages, { turn: 0, isOpen: false })).toEqual([1, 1, 2])
    expect(numberTurns([])).toEqual([])
  })

  it('T1: numbering in pieces equals numbering at once', () => {
    fc.assert(
      fc.property(anyThread, fc.nat({ max: 40 }), ({ rows }, cut) => {
        const first = rows.slice(0, cut)
        const last = first.at(-1)
        const isOpen = last !== undefined && !(last.role === 'assistant' && last.callIds.length === 0)
        const rest = numberTurns(rows.slice(cut), last && { turn: last.turn, isOpen })
        expect([...numberTurns(first), ...rest]).toEqual(rows.map((row) => row.turn))
      }),
      { numRuns: 300 },
    )
  })

  it('T2: pairs within a turn only, the latest open call first', () => {
    const rows = rowsOf(
      user(),
      calls('a'),
      result('a'),
      says(),
      user(),
      calls('a', 'b'),
      result('b'),
      user(),
      result('a'),
    )
    expect(exchanges(rows)).toEqual({
      exchanges: [
        { callSeq: 2, resultSeqs: [3], unanswered: [] },
        { callSeq: 6, resultSeqs: [7, 9], unanswered: [] },
      ],
      orphans: [],
    })
    const closed = rowsOf(user(), calls('a'), says(), result('a'))
    expect(exchanges(closed)).toEqual({
      exchanges: [{ callSeq: 2, resultSeqs: [], unanswered: ['a'] }],
      orphans: [4],
    })
    const again = rowsOf(calls('a'), calls('a'), result('a'), result('a'), result('a'))
    expect(exchanges(again).exchanges.map((exchange) => exchange.resultSeqs)).toEqual([[4], [3]])
    expect(exchanges(again).orphans).toEqual([5])
  })

  it('T2: leaving out the head never changes what a remaining result answers', () => {
    fc.assert(
      fc.property(anyThread, fc.nat({ max: 40 }), ({ rows }, cut) => {
        const whole = exchanges(rows).exchanges.filter((exchange) => exchange.callSeq > cut)
        expect(exchanges(rows.slice(cut)).exchanges).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })

  it('T2: knows the calls that still wait', () => {
    expect(openCallIds(rowsOf(user(), calls('a', 'a', 'b'), result('a')))).toEqual(['a', 'b'])
    expect(openCallIds(rowsOf(user(), calls('a'), result('a')))).toEqual([])
  })

  it('W8: delivery is in seq order but for late results, and loses nothing', () => {
    fc.assert(
      fc.property(anyThread, ({ rows }) => {
        const order = deliveryOrder(rows)
        expect(order.map((row) => row.seq).toSorted((a, b) => a - b)).toEqual(rows.map((row) => row.seq))
        for (const exchange of exchanges(rows).exchanges) {
          const place = order.findIndex((row) => row.seq === exchange.callSeq)
          const following = order.slice(place + 1, place + 1 + exchange.resultSeqs.length)
          expect(following.map((row) => row.seq)).toEqual(exchange.resultSeqs)
        }
      }),
      { numRuns: 300 },
    )
  })
})
