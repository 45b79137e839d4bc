import { unitVector } from '../../../memory/cosine'
import { searchableText } from '../../../memory/searchable-text'
import { storedMessage } from '../../../memory/stored-message'
import { ModelError } from '../../models/model-error'
import { claimPending, messagesBehind, type PendingThread, postponeThread, storeVectors } from '../../store/vectors'
import type { Services } from '../context'

/** UTF-16 units of a text that a vector is made from: every embedding model takes so many tokens. The message stays whole. */
const EMBEDDED_TEXT = 5_000
/** Messages of one step. */
const STEP = 64
/** Seconds until a failed thread is tried again: doubled each time, an hour at most. */
const FIRST_RETRY = 15
const LAST_RETRY = 3_600

export interface EmbedOutcome {
  /** Threads that were taken. */
  readonly threads: number
  readonly embedded: number
  readonly failed: number
  /** When the first of the failed ones may be tried again, in ms; null when none failed. */
  readonly retryAfterMs: number | null
}

/**
 * Gives messages that have no vector of the current model one: of up to `batch` threads, each as far as it goes. Blank and
 * redacted messages get none, long ones are cut for the vector alone. What fails is tried again later and later; nobody
 * else waits for it. `since` (ISO 8601) leaves out threads that have not changed from then on.
 */
export async function embedPending(
  services: Services,
  options: { batch: number; since?: string | null; signal?: AbortSignal },
): Promise<EmbedOutcome> {
  const { models, database, log } = services
  const { embeddingModel: model, isConfigured } = models
  if (!isConfigured || model === undefined) return { threads: 0, embedded: 0, failed: 0, retryAfterMs: null }
  const pool = database.pools.background
  const threads = await claimPending(pool, { model, since: options.since ?? null, limit: options.batch })
  let embedded = 0
  const retries: number[] = []
  for (const thread of threads) {
    try {
      embedded += await embedThread(services, { thread, model, signal: options.signal })
    } catch (error) {
      const seconds = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(thread.failures, 10))
      const reason = error instanceof ModelError ? error.failure : 'failed'
      retries.push(seconds * 1_000)
      await postponeThread(pool, { thread, seconds, error: reason })
      log.warn({ err: error, seconds }, 'vectors could not be made; it is tried again')
    }
  }
  const retryAfterMs = retries.length > 0 ? Math.min(...retries) : null
  return { threads: threads.length, embedded, failed: retries.length, retryAfterMs }
}

interface ThreadStep {
  readonly thread: PendingThread
  readonly model: string
  readonly signal: AbortSignal | undefined
}

/** How many vectors it made. */
async function embedThread(services: Services, { thread, model, signal }: ThreadStep): Promise<number> {
  const pool = services.database.pools.background
  let embedded = 0
  let seq = thread.throughSeq
  for (;;) {
    const messages = await messagesBehind(pool, { thread, seq, limit: STEP })
    const texts = messages.map(({ seq: of, raw }) => ({ seq: of, text: embeddedText(raw) })).filter(({ text }) => text)
    const vectors = await vectorsOf(services, texts, signal)
    seq = messages.at(-1)?.seq ?? seq
    await storeVectors(pool, { thread, model, vectors, throughSeq: seq })
    embedded += vectors.length
    if (messages.length < STEP) return embedded
  }
}

interface EmbeddedText {
  readonly seq: number
  readonly text: string
}

async function vectorsOf(
  { models }: Services,
  texts: readonly EmbeddedText[],
  signal: AbortSignal | undefined,
): Promise<{ seq: number; vector: Float32Array }[]> {
  if (texts.length === 0) return []
  const embed = async (some: readonly EmbeddedText[]) => {
    const found = await models.embed(
      some.map(({ text }) => text),
      signal,
    )
    return some.flatMap(({ seq }, index) => {
      const vector = unitVector(found[index] ?? [])
      return vector ? [{ seq, vector }] : []
    })
  }
  try {
    return await embed(texts)
  } catch (error) {
    if (!isAboutTexts(error)) throw error
  }
  // One text that the model does not take must not keep the others from their vectors.
  const vectors: { seq: number; vector: Float32Array }[] = []
  for (const { seq, text } of texts) {
    for (const start of [text, text.slice(0, 1_000).toWellFormed()]) {
      const found = await embed([{ seq, text: start }]).catch((error: unknown) => {
        if (!isAboutTexts(error)) throw error
        return null
      })
      if (found === null) continue
      vectors.push(...found)
      break
    }
  }
  return vectors
}

/** The endpoint does not take these texts, as against the key or the model. */
function isAboutTexts(error: unknown): boolean {
  return error instanceof ModelError && [400, 413, 422].includes(error.status ?? 0)
}

/** What the vector of a stored message is made from; empty for a blank or a redacted one. */
function embeddedText(raw: string | null): string {
  return raw === null ? '' : textForVector(searchableText(storedMessage(raw)))
}

/** A text as it goes to an embedding model; empty for a blank one. */
export function textForVector(text: string): string {
  return text.slice(0, EMBEDDED_TEXT).toWellFormed().replaceAll('\u0000', ' ').trim()
}
