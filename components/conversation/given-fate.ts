import type { GivenMessages } from '@/server/schemas/messages'
import type { MemoryKind } from '../memory-bar/memory-segments'
import type { SeenItem } from './window-edge-place'

/** What a read handed out. */
export type GivenRead = NonNullable<GivenMessages['read']>

type Ranges = readonly (readonly [number, number])[]

/** How a message stands in what was given then, and how that differs from now. Then is certain; why is not kept. */
export function givenFate(
  seq: number,
  read: GivenRead,
  now: SeenItem | undefined,
): { kind: MemoryKind; reason: string | null } {
  if (seq > read.totalMessages) return { kind: 'out', reason: 'written later' }
  if (!isWithin(seq, read.ranges)) {
    return { kind: 'out', reason: now?.isIn ? 'not given then, seen now' : 'not given' }
  }
  if (read.copies.includes(seq)) return { kind: 'in', reason: 'given without its tool calls' }
  return { kind: 'in', reason: now && !now.isIn ? 'given then, not seen now' : null }
}

/** How many messages are seen now that were not given then, and the other way round. */
export function givenDifference(then: Ranges, now: Ranges): { more: number; fewer: number } {
  const both = overlap(then, now)
  return { more: size(now) - both, fewer: size(then) - both }
}

function isWithin(seq: number, ranges: Ranges): boolean {
  return ranges.some(([from, to]) => seq >= from && seq <= to)
}

function size(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
}

function overlap(some: Ranges, others: Ranges): number {
  let sum = 0
  for (const [from, to] of some) {
    for (const [start, end] of others) sum += Math.max(0, Math.min(to, end) - Math.max(from, start) + 1)
  }
  return sum
}
