import { type ModelMessage, messageText } from './message'

/** Tokens that every message costs besides what it says (T3). */
export const MESSAGE_OVERHEAD_TOKENS = 4

/** AgentLIB's estimate: characters / 4, rounded up. An estimate: show it marked as one, and never mix it with counts. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** What of a message an estimate looks at. */
type Said = Pick<ModelMessage, 'role' | 'content'>

/** AgentLIB's estimate of a list: its text by `estimateTokens`, and 4 a message. Tool calls are not in it. */
export function estimateMessagesTokens(messages: readonly Said[]): number {
  let total = 0
  for (const { role, content } of messages) {
    total += estimateTokens(messageText({ role, content })) + MESSAGE_OVERHEAD_TOKENS
  }
  return total
}

/**
 * AgentLIB's trim: all system messages, in front, and the longest tail of the others whose estimate fits into what they
 * leave of the budget. It cuts message by message, so it can part a tool result from its call: for what a model sees use a
 * memory, which never does.
 */
export function trimToTokenBudget<TMessage extends Said>(messages: readonly TMessage[], maxTokens: number): TMessage[] {
  const system = messages.filter(({ role }) => role === 'system')
  const others = messages.filter(({ role }) => role !== 'system')
  let left = maxTokens - estimateMessagesTokens(system)
  let start = others.length
  for (const message of others.toReversed()) {
    left -= estimateMessagesTokens([message])
    if (left < 0) break
    start -= 1
  }
  return [...system, ...others.slice(start)]
}
