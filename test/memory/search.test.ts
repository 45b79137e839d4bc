import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine, unitVector } from '../../memory/cosine'
import { foldText, foldWithPlaces } from '../../memory/fold-text'
import { rankRecall } from '../../memory/recall-rank'
import { reciprocalRanks } from '../../memory/reciprocal-rank'
import { isIdeograph, isWord, searchTokens, wordParts } from '../../memory/search-tokens'

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())

function tokens(text: string): [string, boolean][] {
  const all: [string, boolean][] = []
  searchTokens(foldText(text), (token, isJoined) => all.push([token, isJoined]))
  return all
}

describe('folding', () => {
  it.each([
    ['Ａ１ ﬁ ß É é Ë ё Σς', 'a1 fi ss e e e е σσ'],
    ['Hello World', 'hello world'],
    ['が カ゛', 'が か゛'.replace('か゛', 'カ ゙')],
    ['soft\u00adhyphen zero\u200bwidth', 'softhyphen zerowidth'],
    ['a\u0000b\ud800c', 'a b c'],
  ])('%j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('is well-formed, holds no controls, and is the same when done twice', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text)
        expect(folded.isWellFormed()).toBe(true)
        expect(folded.replace(/\s/gu, '')).not.toMatch(/\p{Cc}/u)
        expect(foldText(folded)).toBe(folded)
      }),
    )
    expect(foldText('x'.repeat(100_000))).toHaveLength(64_000)
  })

  it('leads back to the original', () => {
    const original = 'Die Straße, ＡＢＣ und é'
    const { text, starts, ends } = foldWithPlaces(original)
    const place = text.indexOf('strasse')
    expect(original.slice(starts[place], ends[place + 'strasse'.length - 1])).toBe('Straße')
    fc.assert(
      fc.property(anyText, (any) => {
        const folded = foldWithPlaces(any)
        expect(folded.starts).toHaveLength(folded.text.length)
        for (const [index, start] of folded.starts.entries()) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(folded.ends[index]).toBeGreaterThan(start)
          expect(folded.ends[index]).toBeLessThanOrEqual(any.length)
        }
      }),
    )
  })
})

describe('tokens', () => {
  it('are words, single ideographs and single signs, joined where no space stands between', () => {
    expect(tokens('50% c:\\temp p_q')).toEqual([
      ['50', false],
      ['%', true],
      ['c', false],
      [':', true],
      ['\\', true],
      ['temp', true],
      ['p_q', false],
    ])
    expect(tokens('東京iPhone').map(([token]) => token)).toEqual(['東', '京', 'iphone'])
    expect([isWord('p_q'), isWord('%'), isWord('東'), isIdeograph('東'), isIdeograph('a')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
  })

  it('hold every character but space, in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text)
        const all: string[] = []
        searchTokens(folded, (token) => all.push(token))
        expect(all.join('')).toBe(folded.replace(/\s+/gu, ''))
      }),
    )
  })

  it('have parts of three whole characters', () => {
    expect(wordParts('abcd')).toEqual(['abc', 'bcd'])
    expect(wordParts('ab')).toEqual([])
    expect(wordParts('𐐷𐐸𐐹𐐺')).toEqual(['𐐷𐐸𐐹', '𐐸𐐹𐐺'])
  })
})

describe('ranks', () => {
  it('fuse: first in two lists is before first in one; equals share a place', () => {
    const fused = reciprocalRanks([
      new Map([
        ['a', 9],
        ['b', 5],
        ['c', 5],
      ]),
      new Map([
        ['a', 0.2],
        ['d', 0.1],
      ]),
    ])
    expect(fused.get('a')).toBeCloseTo(2 / 61)
    expect(fused.get('b')).toBe(fused.get('c'))
    expect(fused.get('b')).toBeCloseTo(1 / 62)
    expect(fused.get('d')).toBeCloseTo(1 / 62)
    expect(reciprocalRanks([]).size).toBe(0)
  })

  it('of a recall: rare words weigh more, parts less than whole words, and all of the query is 1', () => {
    const { words, parts, shares } = rankRecall({
      terms: [
        { parts: [], share: 0.5 },
        { parts: [0, 1], share: 0.001 },
      ],
      candidates: [
        { key: 'both', whole: [0, 1], parts: [0, 1], size: 10 },
        { key: 'rare', whole: [1], parts: [0, 1], size: 10 },
        { key: 'part', whole: [], parts: [0, 1], size: 10 },
        { key: 'common', whole: [0], parts: [], size: 10 },
        { key: 'none', whole: [], parts: [], size: 10 },
      ],
      total: 1_000,
    })
    const order = (ranking: ReadonlyMap<string, number>) =>
      [...ranking].sort((left, right) => right[1] - left[1]).map(([key]) => key)
    expect(order(words)).toEqual(['both', 'rare', 'common'])
    expect(order(parts)).toEqual(['both', 'rare', 'part', 'common'])
    expect(shares.get('both')).toBeCloseTo(1)
    expect(shares.has('none')).toBe(false)
  })

  it('shares lie between 0 and 1, whatever was found', () => {
    const place = fc.nat({ max: 4 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ parts: fc.uniqueArray(place), share: fc.double({ min: 0, max: 1, noNaN: true }) }), {
          maxLength: 5,
        }),
        fc.array(fc.record({ whole: fc.uniqueArray(place), parts: fc.uniqueArray(place), size: fc.nat() }), {
          maxLength: 8,
        }),
        fc.nat(),
        (terms, found, total) => {
          const candidates = found.map((one, index) => ({ ...one, key: `${index}` }))
          for (const share of rankRecall({ terms, candidates, total }).shares.values()) {
            expect(share).toBeGreaterThanOrEqual(0)
            expect(share).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })
})

describe('cosine', () => {
  it('is 1 for one direction, 0 for none in common, and there is none for a vector of nothing', () => {
    const unit = (...values: number[]) => unitVector(values) ?? new Float32Array()
    expect(cosine(unit(3, 4), unit(6, 8))).toBeCloseTo(1)
    expect(cosine(unit(1, 0), unit(0, 5))).toBeCloseTo(0)
    expect(cosine(unit(1, 0), unit(-2, 0))).toBeCloseTo(-1)
    expect(unitVector([0, 0])).toBeNull()
    expect(unitVector([])).toBeNull()
  })
})
