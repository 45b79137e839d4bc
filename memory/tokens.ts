import { type ModelMessage, messageText } from './message'

/** Tokens that every message costs besides what it says (T3). */
export const MESSAGE_OVERHEAD_TOKENS = 4

/** AgentLIB's estimate: characters / 4, rounded up. An estimate: show it marked as one, and never mix it with counts. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** AgentLIB's estimate of a list: its text by `estimateTokens`, and 4 a message. Tool calls are not in it. */
export function estimateMessagesTokens(messages: readonly ModelMessage[]): number {
  let total = 0
  for (const message of messages) total += estimateTokens(messageText(message)) + MESSAGE_OVERHEAD_TOKENS
  return total
}

/**
 * AgentLIB's trim: the longest tail whose estimate is within the budget, cut message by message. It can part a tool
 * result from its call: for what a model sees use `decideWindow`.
 */
export function trimToTokenBudget(messages: readonly ModelMessage[], maxTokens: number): ModelMessage[] {
  let left = maxTokens
  let start = messages.length
  for (const message of messages.toReversed()) {
    left -= estimateMessagesTokens([message])
    if (left < 0) break
    start -= 1
  }
  return messages.slice(start)
}
