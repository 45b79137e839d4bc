import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ForkMessage, type ForkSelection, selectForFork, splitBySelection } from '../../memory/fork'
import { exchanges } from '../../memory/turn'
import { anyThread, calls, result, type Shape, says, threadOf, user } from './thread-model'

const source = (shapes: readonly Shape[]): ForkMessage[] =>
  threadOf(shapes).rows.map((row) => ({ ...row, id: `m${row.seq}` }))
const plain = source([user(), says(), user(), says(), user(), says()])
const withCalls = source([user(), calls('a', 'b'), result('a'), result('b'), says(), user(), calls('c')])

function seqs(rows: readonly ForkMessage[], selection: ForkSelection) {
  const found = selectForFork(rows, selection)
  return found.kind === 'selected' ? found.seqs : found
}

describe('selecting messages for a fork', () => {
  it('B089: up to and including a message, by id or by seq', () => {
    expect(seqs(plain, { kind: 'up-to', message: 'm6' })).toEqual([1, 2, 3, 4, 5, 6])
    expect(seqs(plain, { kind: 'up-to', message: 'm1' })).toEqual([1])
    expect(seqs(plain, { kind: 'up-to', message: 3 })).toEqual([1, 2, 3])
    expect(seqs(plain, { kind: 'up-to', message: 'nope' })).toEqual({ kind: 'unknown-message', message: 'nope' })
    expect(seqs(plain, { kind: 'up-to', message: '3' })).toEqual({ kind: 'unknown-message', message: '3' })
  })

  it('B089: the last N, none for 0, all for more than there are', () => {
    expect(seqs(plain, { kind: 'last', count: 2 })).toEqual([5, 6])
    expect(seqs(plain, { kind: 'last', count: 0 })).toEqual([])
    expect(seqs(plain, { kind: 'last', count: 999 })).toHaveLength(6)
    expect(seqs(plain, { kind: 'whole' })).toHaveLength(6)
  })

  it('chosen messages come in the order of the thread', () => {
    expect(seqs(plain, { kind: 'chosen', messages: ['m5', 1, 'm5'] })).toEqual([1, 5])
    expect(seqs(plain, { kind: 'chosen', messages: ['m5', 9] })).toEqual({ kind: 'unknown-message', message: 9 })
    expect(seqs(plain, { kind: 'chosen', messages: [] })).toEqual([])
  })

  it('W3: exchanges that the selection splits are left out whole, and named', () => {
    expect(selectForFork(withCalls, { kind: 'up-to', message: 3 })).toEqual({
      kind: 'selected',
      seqs: [1],
      dropped: [2, 3],
    })
    expect(selectForFork(withCalls, { kind: 'last', count: 4 })).toEqual({
      kind: 'selected',
      seqs: [5, 6, 7],
      dropped: [4],
    })
    expect(seqs(withCalls, { kind: 'last', count: 6 })).toEqual([2, 3, 4, 5, 6, 7])
    const late = source([user(), calls('a'), user(), result('a')])
    expect(selectForFork(late, { kind: 'up-to', message: 3 })).toEqual({ kind: 'selected', seqs: [1, 3], dropped: [2] })
  })

  it('W3: a call that was never answered is copied as it is', () => {
    expect(seqs(withCalls, { kind: 'whole' })).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(seqs(withCalls, { kind: 'chosen', messages: [7] })).toEqual([7])
  })

  it('W3: no selection ever holds part of an exchange, and nothing else is lost', () => {
    fc.assert(
      fc.property(anyThread, fc.array(fc.nat({ max: 60 })), ({ rows }, picked) => {
        const chosen = new Set(picked)
        const split = splitBySelection(rows, chosen)
        const list = exchanges(rows)
        const inExchange = new Set(list.orphans)
        for (const exchange of list.exchanges) {
          const all = [exchange.callSeq, ...exchange.resultSeqs]
          for (const seq of all) inExchange.add(seq)
          const kept = all.filter((seq) => chosen.has(seq) && !split.has(seq))
          expect([0, all.length]).toContain(kept.length)
          if (all.every((seq) => chosen.has(seq))) expect(kept).toHaveLength(all.length)
        }
        for (const seq of split) expect(inExchange.has(seq)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
