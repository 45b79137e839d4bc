import { COUNTER, countMessageTokens, countTextTokens } from '../memory/token-counter'
import type { TokenCounter } from '../memory/token-estimate'

// The real tokenizer: two megabytes, which is why no other entry carries it.
export { COUNTER, countMessageTokens, countTextTokens }

/** The counter that a Loci installation uses, for memories in the process: `new BufferMemory({ counter: tokenizer })`. */
export const tokenizer: TokenCounter = {
  name: COUNTER,
  isEstimate: false,
  countText: countTextTokens,
  countMessage: countMessageTokens,
}
