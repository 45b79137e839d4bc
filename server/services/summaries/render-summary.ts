import type { ModelMessage } from '../../../memory/message'
import { type SummaryCheck, type SummaryText, summaryMessage } from '../../../memory/summary'
import { countMessageTokens } from '../../../memory/token-counter'
import type { Signer } from '../../auth/signer'

/** Makes and knows the marks of this installation's summaries. */
export function summaryCheck(signer: Signer): SummaryCheck {
  return (text) => signer.tag('summary', text)
}

/** A summary as it is handed out (W8), and the tokens of that message. */
export function renderSummary(signer: Signer, summary: SummaryText): { message: ModelMessage; tokens: number } {
  const message = summaryMessage(summary, summaryCheck(signer))
  return { message, tokens: countMessageTokens(message) }
}
