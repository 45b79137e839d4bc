import type { SummaryReason, SummaryStateView } from '@/server/schemas/summaries'
import { formatQuantity } from '../ui/number-format'

/** Why a summary could not be made. */
export const SUMMARY_REASONS: Record<SummaryReason, string> = {
  'no-model': 'No model makes them: name one in the window or in LOCI_SUMMARY_MODEL, and set OPENAI_BASE_URL.',
  timeout: 'The model took too long.',
  unreachable: 'The model could not be reached.',
  blocked: 'The model’s address is not allowed.',
  refused: 'The model’s endpoint refused: look at its key and at the name of the model.',
  failed: 'The model’s endpoint has failed.',
  invalid: 'The model’s endpoint gave an answer that cannot be used.',
  blank: 'The model said nothing.',
  oversize: 'The model said more than the window allows, twice.',
}

/** Why a thread has no newer summary, in one line; null when there is nothing to say. */
export function describeSummaryState(state: SummaryStateView): string | null {
  if (state.isRunning) return 'One is being made.'
  if (state.reason) {
    const tries = state.attempts > 1 ? ` ${state.attempts} attempts failed.` : ''
    return `${SUMMARY_REASONS[state.reason]}${tries} The agent sees a plain window.`
  }
  if (state.due === null) return null
  if (state.waiting >= state.due) return 'One is due.'
  return `The next comes after ${formatQuantity(state.due - state.waiting, 'message')}.`
}
