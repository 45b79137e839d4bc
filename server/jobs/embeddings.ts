import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../services/context'
import { embedPending } from '../services/recall/embed-pending'

/** Threads of one step, and the time between two looks for new messages, in ms. */
const BATCH = 16
const EVERY_MS = 2_000
/** A whole look for what was left behind by a process that has gone, in ms; for what failed there is one when it is due. */
const WHOLE_EVERY_MS = 10 * 60_000
/** Changes that are being committed while somebody looks are seen by the next look. */
const OVERLAP_MS = 5 * 60_000

export interface Embeddings {
  /** Breaks off what runs at the moment; it is done by the next process. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Gives messages their vectors, in the background, as long as an embedding model is configured; otherwise it does nothing.
 * A write never waits for it. Every process does it; the database decides who gets which thread.
 */
export function startEmbeddings(services: Services): Embeddings {
  const { models, log } = services
  const cut = new AbortController()
  if (!models.isConfigured || models.embeddingModel === undefined) return { stop: async () => {} }
  const run = async () => {
    let since: string | null = null
    let wholeAt = 0
    while (!cut.signal.aborted) {
      const began = Date.now()
      if (began >= wholeAt) since = null
      if (since === null) wholeAt = began + WHOLE_EVERY_MS
      let threads = 0
      try {
        const outcome = await embedPending(services, { batch: BATCH, since, signal: cut.signal })
        threads = outcome.threads
        if (outcome.retryAfterMs !== null) wholeAt = Math.min(wholeAt, Date.now() + outcome.retryAfterMs)
      } catch (error) {
        if (!cut.signal.aborted) log.warn({ err: error }, 'vectors could not be made; it is tried again')
      }
      if (threads === BATCH) continue
      since = new Date(began - OVERLAP_MS).toISOString()
      await delay(EVERY_MS, undefined, { signal: cut.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: () => {
      cut.abort()
      return running
    },
  }
}
