import { formatCount, formatQuantity, formatShare } from '../ui/number-format'

/** What the agent has of a part of a thread. */
export type MemoryKind = 'out' | 'in' | 'summary' | 'pin'

/** A run of neighbouring messages with the same fate, in seq order. */
export interface MemorySegment {
  kind: MemoryKind
  /** Tokens of the messages in it. */
  tokens: number
}

/** Joins neighbours of one kind, drops what is empty. */
function join(segments: readonly MemorySegment[]): MemorySegment[] {
  const joined: MemorySegment[] = []
  for (const segment of segments) {
    if (segment.tokens <= 0 && segment.kind !== 'pin') continue
    const last = joined.at(-1)
    if (last && last.kind === segment.kind && segment.kind !== 'pin') last.tokens += segment.tokens
    else joined.push({ ...segment })
  }
  return joined
}

/**
 * At most `limit` parts, so that a bar of 5 px a part holds them: the smallest part goes to its larger neighbour, pins last.
 * The sum of tokens stays the same.
 */
export function foldSegments(segments: readonly MemorySegment[], limit: number): MemorySegment[] {
  let folded = join(segments)
  while (folded.length > Math.max(1, limit)) {
    const weight = (segment: MemorySegment) => (segment.kind === 'pin' ? Number.MAX_SAFE_INTEGER : segment.tokens)
    const smallest = folded.reduce((best, each, place) => {
      const current = folded[best]
      return current && weight(each) < weight(current) ? place : best
    }, 0)
    const left = folded[smallest - 1]
    const right = folded[smallest + 1]
    const neighbour = left && (!right || left.tokens >= right.tokens) ? left : right
    if (!neighbour) break
    neighbour.tokens += folded[smallest]?.tokens ?? 0
    folded = join(folded.filter((_, place) => place !== smallest))
  }
  return folded
}

export interface WindowFigures {
  /** Messages the agent gets, and messages in the thread. Absent where only tokens are known. */
  seenMessages?: number
  totalMessages?: number
  /** Tokens the agent gets, and tokens in the thread. */
  seenTokens: number
  totalTokens: number
}

/** `agent sees 34 of 64 messages, 3,912 of 21,840 tokens: 18 %` */
export function describeWindow(figures: WindowFigures): string {
  const { seenMessages, totalMessages, seenTokens, totalTokens } = figures
  if (totalTokens === 0 && !totalMessages) return 'no messages yet'
  const messages =
    seenMessages !== undefined && totalMessages !== undefined
      ? `${formatCount(seenMessages)} of ${formatQuantity(totalMessages, 'message')}, `
      : ''
  const tokens = `${formatCount(seenTokens)} of ${formatQuantity(totalTokens, 'token')}`
  return `agent sees ${messages}${tokens}: ${formatShare(seenTokens, totalTokens)}`
}
