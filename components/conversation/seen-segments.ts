import type { ThreadView } from '@/server/schemas/threads'
import type { MemorySegment } from '../memory-bar/memory-segments'
import type { WindowOfThread } from './window-totals'

/** The bar's parts: as the server tells them, else what is in at the end and the rest before it. */
export function seenSegments(thread: ThreadView, { window }: WindowOfThread): MemorySegment[] {
  if (thread.seen) return thread.seen.segments
  return [
    { kind: 'out', tokens: Math.max(0, window.totalTokens - window.tokens) },
    { kind: 'in', tokens: window.tokens },
  ]
}
