import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeWindow, foldSegments, type MemorySegment } from '../../../components/memory-bar/memory-segments'

const segment: fc.Arbitrary<MemorySegment> = fc.record({
  kind: fc.constantFrom('out', 'in', 'summary', 'pin'),
  tokens: fc.integer({ min: 1, max: 1_000_000 }),
})
const sum = (segments: readonly MemorySegment[]) => segments.reduce((total, each) => total + each.tokens, 0)

describe('foldSegments', () => {
  it('keeps the sum of tokens and stays within the limit', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 120 }), fc.integer({ min: 1, max: 30 }), (segments, limit) => {
        const folded = foldSegments(segments, limit)
        expect(folded.length).toBeLessThanOrEqual(limit)
        expect(sum(folded)).toBe(sum(segments))
      }),
    )
  })

  it('leaves what fits as it is, with equal neighbours joined', () => {
    const folded = foldSegments(
      [
        { kind: 'out', tokens: 5 },
        { kind: 'out', tokens: 7 },
        { kind: 'pin', tokens: 1 },
        { kind: 'in', tokens: 9 },
      ],
      20,
    )
    expect(folded).toEqual([
      { kind: 'out', tokens: 12 },
      { kind: 'pin', tokens: 1 },
      { kind: 'in', tokens: 9 },
    ])
  })

  it('gives up pins last, and does not touch its input', () => {
    const segments: MemorySegment[] = [
      { kind: 'out', tokens: 50 },
      { kind: 'pin', tokens: 1 },
      { kind: 'in', tokens: 2 },
      { kind: 'out', tokens: 3 },
    ]
    const before = structuredClone(segments)
    expect(foldSegments(segments, 3).map((each) => each.kind)).toContain('pin')
    expect(segments).toEqual(before)
  })
})

describe('describeWindow', () => {
  it('says messages, tokens and the true share', () => {
    const figures = { seenMessages: 34, totalMessages: 64, seenTokens: 3_912, totalTokens: 21_840 }
    expect(describeWindow(figures)).toBe('agent sees 34 of 64 messages, 3,912 of 21,840 tokens: 18 %')
  })

  it('speaks of one message in the singular, and of none plainly', () => {
    const one = { seenMessages: 1, totalMessages: 1, seenTokens: 1, totalTokens: 1 }
    expect(describeWindow(one)).toBe('agent sees 1 of 1 message, 1 of 1 token: 100 %')
    expect(describeWindow({ seenTokens: 0, totalTokens: 0, seenMessages: 0, totalMessages: 0 })).toBe('no messages yet')
  })
})
