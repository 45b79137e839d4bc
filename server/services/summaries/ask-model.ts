import { storedMessage } from '../../../memory/stored-message'
import { SUMMARY_INPUT_TOKENS, summaryInputs, summaryInstructions, withMemory } from '../../../memory/summary-input'
import { countTextTokens } from '../../../memory/token-counter'
import { ModelError } from '../../models/model-error'
import type { Models } from '../../models/models'
import type { SummaryReason } from '../../schemas/summaries'

export interface SummaryTask {
  readonly model: string
  /** Of the summary itself. */
  readonly maxTokens: number
  /** What the window asks for besides. */
  readonly prompt?: string | undefined
  readonly memory: string | null
  readonly texts: readonly { readonly seq: number; readonly raw: string }[]
  readonly signal: AbortSignal
  /** Called before each request. */
  beforeRequest(): Promise<void>
}

/** A summary, or why there is none. */
export type SummaryAnswer = { readonly text: string; readonly prompt: string } | { readonly reason: SummaryReason }

/**
 * Asks for the memory that goes on from the one so far. What is too much for one request goes in several, each with the
 * memory that the last one gave. An answer that is too long or was cut is never shortened here: it is asked for once more,
 * shorter, and then refused.
 */
export async function askForSummary(models: Models, task: SummaryTask): Promise<SummaryAnswer> {
  const covered = task.texts.map(({ seq, raw }) => ({ seq, message: storedMessage(raw) }))
  let memory = task.memory
  let prompt = summaryInstructions(task)
  for (const input of summaryInputs(covered, { maxTokens: SUMMARY_INPUT_TOKENS, countText: countTextTokens })) {
    const answer = await askOnce(models, task, { memory, input })
    if ('reason' in answer) return answer
    memory = answer.text
    prompt = answer.prompt
  }
  return memory === null ? { reason: 'blank' } : { text: memory, prompt }
}

async function askOnce(
  models: Models,
  task: SummaryTask,
  { memory, input }: { memory: string | null; input: string },
): Promise<SummaryAnswer> {
  const { model, maxTokens, prompt, signal } = task
  let tooLong: number | undefined
  for (const attempt of ['first', 'second']) {
    const instructions = summaryInstructions({ maxTokens, tooLong, prompt })
    await task.beforeRequest()
    try {
      const { text, isCut } = await models.summarize({ model, instructions, text: withMemory(memory, input), signal })
      const tokens = countTextTokens(text)
      if (!isCut && tokens <= maxTokens) return text === '' ? { reason: 'blank' } : { text, prompt: instructions }
      if (attempt === 'second') return { reason: 'oversize' }
      tooLong = Math.max(tokens, maxTokens + 1)
    } catch (error) {
      if (error instanceof ModelError && !signal.aborted) return { reason: error.failure }
      throw error
    }
  }
  return { reason: 'oversize' }
}
