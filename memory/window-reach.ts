import type { Window } from './window-config'
import { limitsOf, type NewestTurn, NOTHING_RESERVED, startBounds, type WindowTotals } from './window-limits'

/**
 * W4: lower bounds of the messages that can be in a window. Each grows along the thread, so the first message that
 * passes all of them is found by index, going back from the tail.
 */
export interface WindowReach {
  /** A message in the window's tail has `seq >= minSeq`. lastSeq + 1 when the window shows nothing. */
  readonly minSeq: number
  /** ... and `runningTokens - tokens >= thresholdTokens`. */
  readonly thresholdTokens: number
  /** ... and `turn >= minTurn`. */
  readonly minTurn: number
  /** ... so the tail has at most this many messages. */
  readonly maxTailMessages: number
  /** Messages to load from the thread's start (seq 1 to this). */
  readonly headMessages: number
}

/**
 * What a server has to load before it asks `decideWindow`: the tail that passes the bounds (and at least the newest
 * message), the head, the pins and what was recalled with their exchanges, and the first user message of the open turn.
 * When the decision then says `needsEarlier`, load further back and ask again. The decision equals the one on the whole
 * thread.
 */
export function windowReach(options: {
  window: Window
  limit?: number | undefined
  totals: WindowTotals
  openTurn: NewestTurn
}): WindowReach {
  const { totals, window } = options
  if (window.strategy === 'composite' && !limitsOf(window, options.limit).nothing) {
    // The call's limit counts what is chosen among the providers, so it does not bound how far back they look.
    const parts = window.providers.map((part) => windowReach({ ...options, window: part, limit: undefined }))
    return widestReach(parts, Math.min(window.keepFirst ?? 0, totals.lastSeq))
  }
  const own = limitsOf(options.window, options.limit)
  // Where a summary reaches to is not known yet; no tail is longer than this.
  const limits = { ...own, recent: own.recent + 2 * own.recentSlack, recentSlack: 0 }
  if (limits.nothing) {
    const minTurn = options.openTurn.turn + 1
    return { minSeq: totals.lastSeq + 1, thresholdTokens: totals.tokens, minTurn, maxTailMessages: 0, headMessages: 0 }
  }
  // Without the step: where its grid leaves nothing, the plain bounds decide.
  const bounds = startBounds({
    limits,
    totals,
    newestTurn: options.openTurn.turn,
    reserved: NOTHING_RESERVED,
    step: undefined,
  })
  const largest = (measure: string, floor: number) =>
    Math.max(floor, ...bounds.filter((bound) => bound.measure === measure).map((bound) => bound.min))
  const minSeq = largest('position', 1)
  return {
    minSeq,
    thresholdTokens: largest('tokens-before', 0),
    minTurn: largest('turn', 1),
    maxTailMessages: Math.max(0, totals.lastSeq - minSeq + 1),
    headMessages: Math.min(limits.keepFirst, totals.lastSeq),
  }
}

function widestReach(parts: readonly WindowReach[], headMessages: number): WindowReach {
  return {
    minSeq: Math.min(...parts.map((part) => part.minSeq)),
    thresholdTokens: Math.min(...parts.map((part) => part.thresholdTokens)),
    minTurn: Math.min(...parts.map((part) => part.minTurn)),
    maxTailMessages: Math.max(...parts.map((part) => part.maxTailMessages)),
    headMessages: Math.max(headMessages, ...parts.map((part) => part.headMessages)),
  }
}
