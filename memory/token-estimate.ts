import { countedTexts } from './counted-texts'
import type { ModelMessage } from './message'
import { estimateTokens, MESSAGE_OVERHEAD_TOKENS } from './tokens'

/** What counts tokens within a process (T3). The real tokenizer is `tokenizer` of `loci-sdk/tokens`. */
export interface TokenCounter {
  /** Shown with every number it made. */
  readonly name: string
  /** Whether its numbers are estimates; they are marked as such. */
  readonly isEstimate: boolean
  countText(text: string): number
  countMessage(message: ModelMessage): number
}

/**
 * AgentLIB's estimate, of everything that T3 counts: characters / 4 (up) for each text, and 4 a message. For messages
 * without tool calls, parts and reasoning it is what `estimateMessagesTokens` says.
 */
export const ESTIMATE: TokenCounter = {
  name: 'characters / 4',
  isEstimate: true,
  countText: estimateTokens,
  countMessage: (message) =>
    countedTexts(message).reduce((total, text) => total + estimateTokens(text), MESSAGE_OVERHEAD_TOKENS),
}
