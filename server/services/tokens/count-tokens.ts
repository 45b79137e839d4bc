import type { z } from 'zod'
import { COUNTER, countMessageTokens, countTextTokens } from '../../../memory/token-counter'
import type { CountTokensInput, CountTokensOutput } from '../../schemas/tokens'

/** tokens.count: what a text or a list of messages costs by this installation's counter (T3). Nothing is stored. */
export function countTokens(input: z.output<typeof CountTokensInput>): z.infer<typeof CountTokensOutput> {
  const { text, messages = [] } = input
  let tokens = text === undefined ? 0 : countTextTokens(text)
  for (const message of messages) tokens += countMessageTokens(message)
  return { tokens, counter: COUNTER }
}
