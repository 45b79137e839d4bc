import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeAt, sizeClass, tokensOfClass } from '../../memory/read-sizes'

const tokens = fc.integer({ min: 0, max: 4_000_000 })

describe('sizes of reads', () => {
  it('a class says within 3 % what fell into it', () => {
    fc.assert(
      fc.property(tokens, (size) => {
        expect(Math.abs(tokensOfClass(sizeClass(size)) - size)).toBeLessThanOrEqual(Math.max(0.5, size * 0.03))
      }),
    )
  })

  it('a larger read is never of a smaller class', () => {
    fc.assert(
      fc.property(tokens, tokens, (one, other) => {
        expect(sizeClass(Math.max(one, other))).toBeGreaterThanOrEqual(sizeClass(Math.min(one, other)))
      }),
    )
  })

  it('a percentile is that of the reads themselves, within 3 %', () => {
    fc.assert(
      fc.property(fc.array(tokens, { minLength: 1, maxLength: 60 }), fc.constantFrom(0.5, 0.95), (sizes, share) => {
        const sorted = sizes.toSorted((left, right) => left - right)
        const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? 0
        const counted = sizes.map((size) => ({ sizeClass: sizeClass(size), reads: 1 }))
        expect(Math.abs((sizeAt(counted, share) ?? -1) - exact)).toBeLessThanOrEqual(Math.max(0.5, exact * 0.03))
      }),
    )
  })

  it('nothing read has no percentile', () => {
    expect(sizeAt([], 0.5)).toBeNull()
  })
})
