/**
 * W5: why a message is in a window or out of it. The first seven are of messages that are in.
 *
 * - `in`: within the limits. `pinned`, `first`, `open-turn`: kept before the window's start, by a pin, by `keepFirst`,
 *   as the user message that opened the open turn.
 * - `newest`: does not fit, and is returned all the same so that the answer is not empty (W3).
 * - `unanswered`: a call that got no result: in as a copy without its calls, or out when nothing is left of it.
 * - `over-tokens`, `over-messages`, `over-turns`, `limit`: before the start that this ceiling sets.
 * - `recalled`: brought by its likeness to the question. `not-recalled`: neither recent nor recalled.
 * - `summarized`: a summary in front stands for it. `no-room`: a provider of a composite window would show it, and the
 *   ceiling of all is reached.
 * - `start-on`: before the first user message, and the window starts on one.
 * - `pair`: the rest of its exchange is outside. `empty`: neither content nor tool calls (W8). `off`: nothing is shown.
 */
export const WINDOW_REASONS = [
  'in',
  'pinned',
  'first',
  'open-turn',
  'newest',
  'recalled',
  'unanswered',
  'over-tokens',
  'over-messages',
  'over-turns',
  'limit',
  'summarized',
  'not-recalled',
  'no-room',
  'start-on',
  'pair',
  'empty',
  'off',
] as const
export type WindowReason = (typeof WINDOW_REASONS)[number]

/** The reasons in plain English, for screens. `describeReason` puts the window's own numbers in. */
export const REASON_LABELS: Readonly<Record<WindowReason, string>> = {
  in: 'in the window',
  pinned: 'pinned',
  first: 'kept from the start of the thread',
  'open-turn': 'opened the turn that is still open',
  newest: 'over budget, shown because it is the newest',
  recalled: 'recalled by the question',
  unanswered: 'its tool calls were never answered',
  'over-tokens': 'over the token limit',
  'over-messages': 'over the message limit',
  'over-turns': 'over the turn limit',
  limit: 'over the limit of this read',
  summarized: 'in the summary',
  'not-recalled': 'neither recent nor recalled by the question',
  'no-room': 'no room left beside the other parts of the window',
  'start-on': 'before the first user message of the window',
  pair: 'kept out whole with its tool results',
  empty: 'empty: neither content nor tool calls',
  off: 'memory is off for this agent',
}

const whole = new Intl.NumberFormat('en-US')

/** The reason with the window's numbers where it has any: "over 4,000 tokens". */
export function describeReason(
  reason: WindowReason,
  window: { maxTokens?: number; maxMessages?: number; maxTurns?: number },
): string {
  const limit = { 'over-tokens': window.maxTokens, 'over-messages': window.maxMessages, 'over-turns': window.maxTurns }
  if (reason !== 'over-tokens' && reason !== 'over-messages' && reason !== 'over-turns') return REASON_LABELS[reason]
  const count = limit[reason]
  if (count === undefined) return REASON_LABELS[reason]
  return `over ${whole.format(count)} ${reason.slice('over-'.length)}`
}
