import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangeMessages, type FeedRow, rearrange } from '../../../components/conversation/arrange-messages'
import type { MessageView } from '../../../server/schemas/messages'
import { answers, calls, loaded, says } from './message-fixtures'

const callsOf = (row: FeedRow | undefined) =>
  row?.kind === 'message' ? row.calls.map(({ call, result, state }) => [call.id, result?.seq ?? null, state]) : 'folded'

describe('arrangeMessages', () => {
  it('T2: puts parallel results under the call they answer, whatever their order', () => {
    const rows = arrangeMessages(loaded(says(1, 'user'), calls(2, 'a', 'b'), answers(3, 'b'), answers(4, 'a')), 4)
    expect(callsOf(rows.get(2))).toEqual([
      ['a', 4, 'answered'],
      ['b', 3, 'answered'],
    ])
    expect(rows.get(3)).toMatchObject({ kind: 'folded', callSeq: 2 })
    expect(rows.get(4)).toMatchObject({ kind: 'folded', callSeq: 2 })
  })

  it('T2: ids repeat across turns, and a result stays in its own turn', () => {
    const rows = arrangeMessages(
      loaded(
        calls(1, 'a'),
        answers(2, 'a'),
        says(3, 'assistant'),
        calls(4, 'a'),
        answers(5, 'a'),
        says(6, 'assistant'),
      ),
      6,
    )
    expect(callsOf(rows.get(1))).toEqual([['a', 2, 'answered']])
    expect(callsOf(rows.get(4))).toEqual([['a', 5, 'answered']])
  })

  it('T2: a late result goes to its call', () => {
    const rows = arrangeMessages(loaded(calls(1, 'a'), says(2, 'user'), answers(3, 'a')), 3)
    expect(callsOf(rows.get(1))).toEqual([['a', 3, 'answered']])
    expect(rows.get(2)).toMatchObject({ kind: 'message' })
  })

  it('says that a call was never answered once its turn is over or the thread ends', () => {
    expect(callsOf(arrangeMessages(loaded(calls(1, 'a'), says(2, 'assistant'), says(3, 'user')), 9).get(1))).toEqual([
      ['a', null, 'unanswered'],
    ])
    expect(callsOf(arrangeMessages(loaded(calls(1, 'a')), 1).get(1))).toEqual([['a', null, 'unanswered']])
  })

  it('does not say so while the messages that may answer are not loaded', () => {
    expect(callsOf(arrangeMessages(loaded(calls(50, 'a')), 100).get(50))).toEqual([['a', null, 'waiting']])
  })

  it('a result across a gap of what is loaded stands alone', () => {
    const rows = arrangeMessages(loaded(calls(1, 'a'), answers(3, 'a')), 3)
    expect(rows.get(3)).toMatchObject({ kind: 'message' })
  })

  it('two calls with one id are paired in order', () => {
    const rows = arrangeMessages(loaded(calls(1, 'a', 'a'), answers(2, 'a'), answers(3, 'a')), 3)
    expect(callsOf(rows.get(1))).toEqual([
      ['a', 2, 'answered'],
      ['a', 3, 'answered'],
    ])
  })
})

describe('rearrange', () => {
  const kinds = ['user', 'assistant', 'calls', 'result'] as const
  const thread = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 60 }).map((list) =>
    list.map((kind, place) => {
      const seq = place + 1
      if (kind === 'calls') return calls(seq, 'a', 'b')
      if (kind === 'result') return answers(seq, place % 2 ? 'a' : 'b')
      return says(seq, kind)
    }),
  )

  it('T2: page by page in any order is the same as all at once', () => {
    fc.assert(
      fc.property(
        thread,
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (views, size, order) => {
          const pages = Array.from({ length: Math.ceil(views.length / size) }, (_, page) => page)
          const turnsTaken = [...order.map((place) => place % pages.length), ...pages]
          const known = new Map<number, MessageView>()
          let rows: ReadonlyMap<number, FeedRow> = new Map()
          for (const page of turnsTaken) {
            const part = views.slice(page * size, (page + 1) * size)
            for (const view of part) known.set(view.seq, view)
            rows = rearrange({
              rows,
              loaded: known,
              from: page * size + 1,
              to: page * size + part.length,
              lastSeq: views.length,
            })
            expect(new Map([...rows].sort(([left], [right]) => left - right))).toEqual(
              arrangeMessages(known, views.length),
            )
          }
        },
      ),
    )
  })
})
