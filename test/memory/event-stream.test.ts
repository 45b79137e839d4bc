import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventStreamReader } from '../../memory/event-stream'

const encoder = new TextEncoder()

function readAll(text: string, cuts: readonly number[] = []) {
  const bytes = encoder.encode(text)
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  const reader = new EventStreamReader()
  return places.slice(1).flatMap((end, index) => reader.push(bytes.subarray(places[index] ?? 0, end)))
}

describe('a stream of events', () => {
  it('has ids, data of several lines, comments that are skipped, and an end that is not there yet', () => {
    const text = ': hello\n\nid: 7\ndata: a\ndata:b\n\ndata\n\nevent: x\nretry: 5\ndata: c\r\n\r\ndata: unfinished'
    expect(readAll(text)).toEqual([
      { id: '7', data: 'a\nb' },
      { id: undefined, data: '' },
      { id: undefined, data: 'c' },
    ])
  })

  it('is the same however it is cut, also within a character', () => {
    const data = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ' '))
    fc.assert(
      fc.property(
        fc.array(data, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.constantFrom('\n', '\r\n'),
        (texts, cuts, end) => {
          const stream = texts.map((text) => `data: ${text}${end}${end}`).join('')
          expect(readAll(stream, cuts).map((event) => event.data)).toEqual(texts.map((text) => text.toWellFormed()))
        },
      ),
    )
  })
})
