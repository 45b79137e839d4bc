import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { EmbeddingModel } from 'ai'
import type { Environment } from '../env'
import { ModelError } from './model-error'
import { createOutboundFetch, type ResolvedAddress } from './outbound'

export interface SummarizeRequest {
  /** The endpoint's name of the model. */
  readonly model: string
  readonly instructions: string
  readonly text: string
  readonly signal?: AbortSignal
}

export interface ModelText {
  readonly text: string
  /** The endpoint broke the answer off at its own limit. */
  readonly isCut: boolean
}

export interface Models {
  /** False without an endpoint: neither OPENAI_BASE_URL nor OPENAI_API_KEY is set. */
  readonly isConfigured: boolean
  /** LOCI_SUMMARY_MODEL and LOCI_EMBEDDING_MODEL. */
  readonly summaryModel: string | undefined
  readonly embeddingModel: string | undefined
  /**
   * One answer of a chat model, without what it thought on the way; may be blank.
   * @throws ModelError
   */
  summarize(request: SummarizeRequest): Promise<ModelText>
  /**
   * The vectors of these texts, in their order, all of one length; asked for in batches.
   * @throws ModelError, also without LOCI_EMBEDDING_MODEL
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<number[][]>
}

export interface ModelsOptions {
  /** Of one request, in ms. */
  readonly timeoutMs?: number
  readonly lookup?: (host: string) => Promise<readonly ResolvedAddress[]>
}

const openAI = 'https://api.openai.com/v1'
const answerBytes = 2 * 1024 * 1024
const vectorBytes = 64 * 1024 * 1024
/** Texts of one request. */
const batchSize = 64

/** Any endpoint that speaks OpenAI's protocol; the one in the environment, through `createOutboundFetch`. */
export function createModels(settings: Environment['models'], options: ModelsOptions = {}): Models {
  const { apiKey, summary, embedding } = settings
  const baseUrl = settings.baseUrl ?? openAI
  const { timeoutMs = 90_000, lookup } = options
  const isConfigured = settings.baseUrl !== undefined || apiKey !== undefined
  const reach = { baseUrl, apiKey, timeoutMs, ...(lookup ? { lookup } : {}) }
  // The key is the fetch's alone, which knows where it may go.
  const open = async (maxBytes: number): Promise<OpenAICompatibleProvider> => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const fetch = createOutboundFetch({ ...reach, maxBytes })
    return createOpenAICompatible({ name: 'endpoint', baseURL: baseUrl, fetch })
  }
  let answers: Promise<OpenAICompatibleProvider> | undefined
  let vectors: Promise<OpenAICompatibleProvider> | undefined

  return {
    isConfigured,
    summaryModel: summary,
    embeddingModel: embedding,
    summarize: (request) =>
      typed(async () => {
        if (!isConfigured) throw new ModelError('refused')
        answers ??= open(answerBytes)
        return answerOf((await answers).chatModel(request.model), request)
      }),
    embed: (texts, signal) =>
      typed(async () => {
        if (!isConfigured || embedding === undefined) throw new ModelError('refused')
        vectors ??= open(vectorBytes)
        const model = (await vectors).embeddingModel(embedding)
        const found: number[][] = []
        for (let start = 0; start < texts.length; start += batchSize) {
          found.push(...(await vectorsOf(model, texts.slice(start, start + batchSize), signal)))
        }
        if (found.some(({ length }) => length !== found[0]?.length)) throw new ModelError('invalid')
        return found
      }),
  }
}

type ChatModel = ReturnType<OpenAICompatibleProvider['chatModel']>

async function answerOf(model: ChatModel, { instructions, text, signal }: SummarizeRequest): Promise<ModelText> {
  const { extractReasoningMiddleware, generateText, wrapLanguageModel } = await loadSdk()
  const answer = await generateText({
    model: wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) }),
    system: instructions,
    prompt: text,
    maxRetries: 0,
    ...(signal ? { abortSignal: signal } : {}),
  })
  // PostgreSQL's text takes neither.
  const said = answer.text.replaceAll('\0', '').toWellFormed().trim()
  return { text: said, isCut: answer.finishReason === 'length' }
}

async function vectorsOf(model: EmbeddingModel, values: string[], signal: AbortSignal | undefined) {
  const { embedMany } = await loadSdk()
  const { embeddings } = await embedMany({ model, values, maxRetries: 0, ...(signal ? { abortSignal: signal } : {}) })
  const isUsable =
    embeddings.length === values.length &&
    embeddings.every((vector) => vector.length > 0 && vector.every(Number.isFinite))
  if (!isUsable) throw new ModelError('invalid')
  return embeddings
}

/** Loaded with the first call: the start has no use for it. */
async function loadSdk() {
  // Its warnings go to the console and quote settings.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return import('ai')
}

/** What the SDK throws holds the request and the answer, so none of it goes on. */
async function typed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw modelErrorOf(error)
  }
}

function modelErrorOf(error: unknown): ModelError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ModelError) return at
  if (!(error instanceof Error)) return new ModelError('invalid')
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return new ModelError('timeout')
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
  if (status === undefined || status < 400) return new ModelError('invalid', status)
  return new ModelError(status === 408 || status === 429 || status >= 500 ? 'failed' : 'refused', status)
}
