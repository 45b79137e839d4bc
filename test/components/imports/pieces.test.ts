import { describe, expect, it } from 'vitest'
import { addResult, noTotals } from '../../../components/imports/import-totals'
import { cutPieces, type Piece } from '../../../components/imports/pieces'

const chat = (id: string | number | undefined, text: string) => JSON.stringify({ id, messages: [text] })
const thread = (threadId: string, text: string) => JSON.stringify({ loci: 1, threadId, messages: [text] })
const partsOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text.split('\n'))

describe('a file in pieces', () => {
  it('is one piece where it fits, with its empty lines', () => {
    const lines = [chat('a', 'x'), '', chat('b', 'y'), chat('a', 'z')]
    expect(cutPieces(lines)).toEqual([{ text: lines.join('\n'), lines: [1, 2, 3, 4], count: 3 }])
    expect(cutPieces(['', ' '])).toEqual([])
  })

  it('keeps the lines of one id in one piece, so that a dry run counts what they have in common once', () => {
    const [first, other, again] = [chat('a', 'one'), chat('b', 'two'), chat('a', 'three')]
    const most = first.length + again.length + 2
    expect(cutPieces([first, other, again], most)).toEqual([
      { text: `${first}\n${again}`, lines: [1, 3], count: 2 },
      { text: other, lines: [2], count: 1 },
    ])
    const exported = [thread('a', '1'), thread('b', '2'), thread('a', '3')]
    expect(partsOf(cutPieces(exported, 2 * thread('a', '1').length + 2))).toEqual([
      [exported[0], exported[2]],
      [exported[1]],
    ])
  })

  it('knows an id by number or text, and a line without one by all it holds', () => {
    for (const [one, same] of [
      [chat(7, 'x'), chat('7', 'y')],
      [chat(undefined, 'x'), chat(undefined, 'x')],
      ['nonsense', 'nonsense'],
    ] as const) {
      const lines = [one, chat('between', 'two'), same]
      expect(partsOf(cutPieces(lines, one.length + same.length + 2))[0]).toEqual([one, same])
    }
  })

  it('holds each line once, in the order of the file, never more than a call takes unless one line is more', () => {
    const lines = Array.from({ length: 200 }, (_, place) => chat(`id-${place % 37}`, 'x'.repeat(place % 50)))
    const pieces = cutPieces(lines, 600)
    const numbers = pieces.flatMap((piece) => piece.lines)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(lines.map((_, place) => place + 1))
    for (const { text, lines: own } of pieces) {
      expect(text.length).toBeLessThanOrEqual(600)
      expect(own).toEqual(own.toSorted((a, b) => a - b))
      expect(text.split('\n')).toEqual(own.map((number) => lines[number - 1]))
    }
    expect(partsOf(cutPieces([chat('a', 'x'.repeat(100)), chat('b', 'y')], 50))).toHaveLength(2)
  })

  it('cuts an id that is more than a call takes', () => {
    const lines = Array.from({ length: 10 }, (_, place) => chat('a', `${place}`.repeat(30)))
    expect(partsOf(cutPieces(lines, 150)).flat()).toEqual(lines)
  })

  it('names lines that were skipped by their places in the file', () => {
    const result = { threads: 0, messages: 0, unchanged: 0, skippedSystem: 0, skippedCount: 1, samples: [] }
    const one = addResult(noTotals, { ...result, skipped: [{ line: 2, reason: 'no' }] }, [1, 5])
    const both = addResult(one, { ...result, skipped: [{ line: 1, reason: 'neither' }] }, [3])
    expect(both.skipped).toEqual([
      { line: 3, reason: 'neither' },
      { line: 5, reason: 'no' },
    ])
    expect(both.skippedCount).toBe(2)
  })
})
