import { describe, expect, it } from 'vitest'
import { arrangeMessages } from '../../../components/conversation/arrange-messages'
import { foundPieces, foundPlaces, holdsPieces, isFoundRow } from '../../../components/conversation/found-marks'
import { currentHit, hitWords, nextHit } from '../../../components/conversation/found-step'
import type { ModelMessage } from '../../../memory/message'

const marked = (text: string, typed: string) =>
  foundPlaces(text, foundPieces(typed)).map(([start, end]) => text.slice(start, end))

describe('marks in a message', () => {
  it('stand where the folded text holds each piece, in the text as it is written', () => {
    expect(marked('The Parcel and the parcels', 'parcel')).toEqual(['Parcel', 'parcel'])
    expect(marked('Mein Résumé, Straße und ＡＢＣ', 'resume strasse abc')).toEqual(['Résumé', 'Straße', 'ＡＢＣ'])
    expect(marked('配送状況を確認', '状況')).toEqual(['状況'])
    expect(marked('a\u{1f600}parcel', 'parcel')).toEqual(['parcel'])
    expect(marked('nothing here', 'parcel')).toEqual([])
    expect(marked('anything', '  ')).toEqual([])
    expect(foundPlaces('a'.repeat(5_000), ['a'])).toHaveLength(400)
  })

  it('need all pieces for a hit, in any order', () => {
    expect(holdsPieces('find_order {"id":"A-17"}', foundPieces('a-17 find_order'))).toBe(true)
    expect(holdsPieces('find_order', foundPieces('a-17 find_order'))).toBe(false)
    expect(holdsPieces('text', [])).toBe(false)
  })
})

describe('which messages are marked', () => {
  const view = (seq: number, message: ModelMessage) => ({
    seq,
    tokens: 1,
    entryId: '0190a000-0000-7000-8000-000000000001',
    createdAt: '2026-01-01T00:00:00.000Z',
    message,
  })
  const rows = arrangeMessages(
    new Map([
      [1, view(1, { role: 'user', content: 'a blue lamp' })],
      [2, view(2, { role: 'assistant', content: null, toolCalls: [{ id: 'c', name: 'find', arguments: {} }] })],
      [3, view(3, { role: 'tool', toolCallId: 'c', content: 'a blue vase' })],
      [4, view(4, { role: 'assistant', content: 'the vase is blue' })],
    ]),
    4,
  )
  const marked = (typed: string) => [1, 2, 3, 4].filter((seq) => isFoundRow(rows.get(seq), foundPieces(typed)))

  it('are those that hold all of it, and calls whose result does', () => {
    expect(marked('blue')).toEqual([1, 2, 4])
    expect(marked('blue vase')).toEqual([2, 4])
    expect(marked('find vase'), 'not one word here and one there').toEqual([])
    expect(isFoundRow(undefined, ['blue'])).toBe(false)
  })
})

describe('steps of find', () => {
  const whole = { seqs: [3, 8, 20], earlier: 0 }
  const part = { seqs: [103, 108], earlier: 40 }

  it('begin where one reads, and stay at the one in the address', () => {
    expect(currentHit(whole, null, 5)).toBe(8)
    expect(currentHit(whole, null, 21)).toBe(20)
    expect(currentHit(whole, null, null)).toBe(20)
    expect(currentHit(whole, 3, 21)).toBe(3)
    expect(currentHit(whole, 4, 21)).toBe(20)
    expect(currentHit(part, 50, 104), 'not known yet').toBe(50)
    expect(currentHit({ seqs: [], earlier: 0 }, null, 1)).toBeNull()
  })

  it('go around the ends, and ask for what stands before', () => {
    expect(nextHit(whole, 8, 1)).toBe(20)
    expect(nextHit(whole, 20, 1)).toBe(3)
    expect(nextHit(whole, 3, -1)).toBe(20)
    expect(nextHit(part, 103, -1)).toBe('earlier')
    expect(nextHit(part, 108, 1)).toBe(108)
  })

  it('count from the beginning of the thread, also over what is not known', () => {
    expect(hitWords(whole, 8)).toBe('2 of 3')
    expect(hitWords(part, 108)).toBe('42 of 42')
    expect(hitWords(part, 50)).toBe('42 found')
  })
})
