import type { ModelMessage } from '../message'
import {
  type CoveredMessage,
  SUMMARY_INPUT_TOKENS,
  summaryInputs,
  summaryInstructions,
  withMemory,
} from '../summary-input'
import type { TokenCounter } from '../token-estimate'

/** What is asked of the model that summarises: instructions, then the conversation as material. */
export interface SummaryRequest {
  messages: { role: 'system' | 'user'; content: string }[]
  /** Longest answer, in tokens. */
  maxTokens: number
  /** Ends with the time-out. */
  signal: AbortSignal
}

/** A function that gives the text, or AgentLIB's `ModelProvider`. */
export type SummaryModel =
  | ((request: SummaryRequest) => string | Promise<string>)
  | {
      complete(request: SummaryRequest): Promise<{ message: { content?: ModelMessage['content'] } }>
    }

/** Why there is no newer summary. `failed`: the model threw, or gave what is no text. */
export type SummaryFailure = 'failed' | 'timeout' | 'blank' | 'oversize'

export interface SummaryTask {
  readonly model: SummaryModel
  /** The summary so far. */
  readonly memory: string | null
  readonly covered: readonly CoveredMessage[]
  /** Of the summary, in tokens. */
  readonly maxTokens: number
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly counter: TokenCounter
}

export type SummaryAnswer = { readonly text: string } | { readonly reason: SummaryFailure; readonly cause?: unknown }

/**
 * Asks for the memory that goes on from the one so far; what is too much for one request goes in several. An answer that is
 * too long is asked for once more, shorter, and then refused: it is never cut. Never rejects.
 */
export async function askForSummary(task: SummaryTask): Promise<SummaryAnswer> {
  let { memory } = task
  const { countText } = task.counter
  for (const input of summaryInputs(task.covered, { maxTokens: SUMMARY_INPUT_TOKENS, countText })) {
    const answer = await askTwice(task, withMemory(memory, input))
    if ('reason' in answer) return answer
    memory = answer.text
  }
  return memory === null ? { reason: 'blank' } : { text: memory }
}

async function askTwice(task: SummaryTask, input: string): Promise<SummaryAnswer> {
  const { maxTokens, counter } = task
  let tooLong: number | undefined
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await askOnce(task, { instructions: summaryInstructions({ maxTokens, tooLong }), input })
    if ('reason' in answer) return answer
    const tokens = counter.countText(answer.text)
    if (tokens <= maxTokens) return answer
    tooLong = tokens
  }
  return { reason: 'oversize' }
}

async function askOnce(task: SummaryTask, asked: { instructions: string; input: string }): Promise<SummaryAnswer> {
  const { model, maxTokens, timeoutMs } = task
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // A model that does not listen to the signal must not hold the session up either.
  const outOfTime = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => {
      resolve('timeout')
      controller.abort(new Error(`No summary within ${timeoutMs} ms.`))
    }, timeoutMs)
  })
  const request: SummaryRequest = {
    messages: [
      { role: 'system', content: asked.instructions },
      { role: 'user', content: asked.input },
    ],
    maxTokens,
    signal: controller.signal,
  }
  try {
    const answered = textOf(model, request)
    const text = await Promise.race([answered, outOfTime.then(() => undefined)])
    if (text === undefined) {
      answered.catch(() => {})
      return { reason: 'timeout' }
    }
    return text.trim() === '' ? { reason: 'blank' } : { text: text.trim() }
  } catch (cause) {
    return { reason: 'failed', cause }
  } finally {
    clearTimeout(timer)
  }
}

async function textOf(model: SummaryModel, request: SummaryRequest): Promise<string> {
  const text = typeof model === 'function' ? await model(request) : (await model.complete(request)).message.content
  if (text === null || text === undefined) return ''
  if (typeof text !== 'string') throw new TypeError('The model gave no text.')
  return text
}
