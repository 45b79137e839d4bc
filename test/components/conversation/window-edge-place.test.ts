import { describe, expect, it } from 'vitest'
import { type SeenItem, windowEdgeSeq } from '../../../components/conversation/window-edge-place'
import type { WindowReason } from '../../../memory/window-reason'

const out: ReadonlySet<WindowReason> = new Set([
  'over-tokens',
  'over-turns',
  'over-messages',
  'limit',
  'start-on',
  'pair',
  'empty',
  'off',
])
const seen = (from: number, ...reasons: WindowReason[]): Map<number, SeenItem> =>
  new Map(reasons.map((reason, place) => [from + place, { reason, isIn: !out.has(reason) }]))

describe('windowEdgeSeq', () => {
  it.each([
    { why: 'after what is cut', items: seen(1, 'over-tokens', 'over-tokens', 'in', 'in'), edge: 3 },
    { why: 'after a pin that stands before it', items: seen(1, 'over-tokens', 'pinned', 'in'), edge: 3 },
    { why: 'after what is kept from the start', items: seen(1, 'first', 'over-turns', 'in'), edge: 3 },
    { why: 'at the first message when all is seen', items: seen(1, 'in', 'in'), edge: 1 },
    { why: 'not at an empty message within', items: seen(1, 'over-tokens', 'in', 'empty', 'in'), edge: 2 },
    { why: 'at the one message that is shown over budget', items: seen(1, 'over-tokens', 'newest'), edge: 2 },
    { why: 'nowhere when memory is off', items: seen(1, 'off', 'off'), edge: null },
    { why: 'not known when the page begins within', items: seen(51, 'in', 'in'), edge: null },
    { why: 'not known across a gap', items: new Map([...seen(1, 'over-tokens'), ...seen(51, 'in')]), edge: null },
  ])('$why', ({ items, edge }) => {
    expect(windowEdgeSeq(items)).toBe(edge)
  })
})
