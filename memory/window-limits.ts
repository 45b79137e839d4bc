import type { Window } from './window-config'
import type { WindowReason } from './window-reason'

/** What a thread holds in all. Of a filtered list: what the list holds. */
export interface WindowTotals {
  readonly messages: number
  readonly tokens: number
  /** Of a filtered list: its last position, which is its number of messages. */
  readonly lastSeq: number
}

/** The turn of the newest message: its number, the seq of its first message, and whether it is still open (T1). */
export interface NewestTurn {
  readonly turn: number
  readonly firstSeq: number
  readonly isOpen: boolean
}

/** A window and a call's `limit` as plain ceilings; Infinity where there is none. */
export interface WindowLimits {
  /** `maxTokens` less `reservedTokens`; may be negative. */
  readonly tokens: number
  readonly messages: number
  readonly turns: number
  readonly callLimit: number
  /** Messages at the end that a summarizing or vector window is about; what is kept besides does not count here. */
  readonly recent: number
  /** Messages by which a summary may lag behind them (up to twice as many stay until then); 0 where none is to come. */
  readonly recentSlack: number
  readonly keepFirst: number
  readonly step: number | undefined
  readonly startsOnUser: boolean
  /** Why nothing at all is shown, when a ceiling is 0 or the window is off. */
  readonly nothing: WindowReason | undefined
  /** W3: the reserve alone uses the budget up. */
  readonly isReserveTooLarge: boolean
}

/** The ceilings of a window; of a composite one those that hold for its providers together. */
export function limitsOf(window: Window, limit: number | undefined): WindowLimits {
  if (window.strategy === 'off') return OFF
  const messages = window.strategy === 'buffer' ? (window.maxMessages ?? Infinity) : Infinity
  const turns = window.strategy === 'sliding-window' ? (window.maxTurns ?? Infinity) : Infinity
  const tokens = window.maxTokens === undefined ? Infinity : window.maxTokens - (window.reservedTokens ?? 0)
  const callLimit = limit ?? Infinity
  // Written out: this runs several times in each read, and copying objects is what costs.
  return {
    tokens,
    messages,
    turns,
    callLimit,
    recent: recentOf(window),
    recentSlack: window.strategy === 'summarizing' ? window.summarizeEvery : 0,
    keepFirst: window.keepFirst ?? 0,
    step: window.step,
    startsOnUser: window.startOn === 'user',
    nothing: whyNothing({ tokens, messages, turns, callLimit }),
    isReserveTooLarge: tokens <= 0 && (window.maxTokens ?? 0) > 0,
  }
}

function recentOf(window: Window): number {
  if (window.strategy === 'summarizing') return window.recentMessages
  return window.strategy === 'vector' ? (window.recentMessages ?? window.topK) : Infinity
}

const OFF: WindowLimits = {
  tokens: Infinity,
  messages: Infinity,
  turns: Infinity,
  callLimit: Infinity,
  recent: Infinity,
  recentSlack: 0,
  keepFirst: 0,
  step: undefined,
  startsOnUser: false,
  nothing: 'off',
  isReserveTooLarge: false,
}

function whyNothing(limits: Pick<WindowLimits, 'tokens' | 'messages' | 'turns' | 'callLimit'>) {
  if (limits.callLimit <= 0) return 'limit'
  if (limits.messages <= 0) return 'over-messages'
  if (limits.turns <= 0) return 'over-turns'
  return limits.tokens <= 0 ? 'over-tokens' : undefined
}

/** What is kept before the start and counts against the ceilings. */
export interface Reserved {
  readonly messages: number
  readonly tokens: number
}

export const NOTHING_RESERVED: Reserved = { messages: 0, tokens: 0 }

/** A lower bound of the start; a message at or after the start passes all of them. All grow along the thread. */
export interface StartBound {
  readonly reason: WindowReason
  /** Does a message with this position, turn and running total before it pass? */
  readonly measure: 'tokens-before' | 'position' | 'turn'
  readonly min: number
}

/**
 * The bounds that the ceilings set. With a step (W7) a bound moves along a grid of the running total (of the positions,
 * of the turns), so that it stands still until the window overflows again, for every reader alike, without state.
 */
export function startBounds(options: {
  limits: WindowLimits
  totals: WindowTotals
  newestTurn: number
  reserved: Reserved
  step: number | undefined
  /** Messages from the thread's start that a summary stands for. */
  covered?: number
}): StartBound[] {
  const { limits, totals, newestTurn, reserved, step } = options
  const bound = (reason: WindowReason, measure: StartBound['measure'], ceiling: Ceiling): StartBound => {
    const offset = measure === 'tokens-before' ? 0 : 1
    return { reason, measure, min: overflow(ceiling) + offset }
  }
  return [
    bound('limit', 'position', { total: totals.lastSeq, max: limits.callLimit, reserved: reserved.messages }),
    bound('over-turns', 'turn', { total: newestTurn, max: limits.turns, reserved: 0, step }),
    bound('over-messages', 'position', {
      total: totals.lastSeq,
      max: limits.messages,
      reserved: reserved.messages,
      step,
    }),
    limits.recentSlack === 0
      ? bound('over-messages', 'position', { total: totals.lastSeq, max: limits.recent, reserved: 0, step })
      : {
          reason: 'over-messages',
          measure: 'position',
          min: recentStart(limits, totals.lastSeq, options.covered ?? 0),
        },
    bound('over-tokens', 'tokens-before', {
      total: totals.tokens,
      max: limits.tokens,
      reserved: reserved.tokens,
      step,
    }),
  ]
}

interface Ceiling {
  total: number
  max: number
  reserved: number
  step?: number | undefined
}

/** How much of the total has to stay before the start. */
function overflow(ceiling: Ceiling): number {
  const excess = ceiling.total - (ceiling.max - ceiling.reserved)
  if (excess <= 0) return 0
  if (ceiling.step === undefined) return excess
  const grid = Math.max(1, Math.floor(ceiling.max * ceiling.step))
  return Math.ceil(excess / grid) * grid
}

/**
 * First position of a tail of recent messages. Those that no summary holds yet stay too, so that nothing is out of sight
 * while one is being made; beyond twice the slack the start moves by whole slacks, and stands still in between.
 */
function recentStart(limits: WindowLimits, last: number, covered: number): number {
  const { recent, recentSlack: slack } = limits
  const excess = last - recent - 2 * slack
  const cut = excess <= covered ? covered : Math.max(covered, Math.ceil(excess / slack) * slack)
  return Math.max(0, Math.min(last - recent, cut)) + 1
}
