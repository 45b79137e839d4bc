import type { WindowReason } from '@/memory/window-reason'

/** One message of a thread as `messages.window` tells it. */
export interface SeenItem {
  readonly isIn: boolean
  readonly reason: WindowReason
}

/** Reasons of messages that stand before the window's start, whether kept there or cut. */
const before: ReadonlySet<WindowReason> = new Set([
  'over-tokens',
  'over-messages',
  'over-turns',
  'limit',
  'start-on',
  'first',
  'open-turn',
])
/** Reasons of messages at its start or after it. The others (a pin, a pair, an empty one) can be on either side. */
const within: ReadonlySet<WindowReason> = new Set(['in', 'newest', 'unanswered'])

/**
 * The seq before which the line "the window begins here" stands, as far as it can be known from what is loaded: the
 * first message inside, when all between it and a message before the start (or the thread's start) is loaded too.
 */
export function windowEdgeSeq(items: ReadonlyMap<number, SeenItem>): number | null {
  const seqs = [...items.keys()].sort((left, right) => left - right)
  let isBeforeKnown = false
  let last = 0
  for (const seq of seqs) {
    if (seq !== last + 1) isBeforeKnown = false
    else if (last === 0) isBeforeKnown = true
    last = seq
    const item = items.get(seq)
    if (!item) continue
    if (before.has(item.reason)) isBeforeKnown = true
    else if (item.isIn && within.has(item.reason)) {
      if (isBeforeKnown) return seq
      isBeforeKnown = false
    }
  }
  return null
}
