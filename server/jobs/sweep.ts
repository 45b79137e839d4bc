import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../services/context'
import { sweepChanged, sweepPiece } from '../services/insights/sweep-threads'
import type { ThreadKey } from '../store/thread-rows'

/** Time between two looks for changes, in ms. */
const EVERY_MS = 3_000
/** Between the end of a walk over all threads and the next, in ms, and in times of what the last one took. */
const WALK_EVERY_MS = 60_000
const WALK_SHARE = 50
/** Changes that are being committed while somebody looks are seen by the next look. */
const OVERLAP_MS = 60_000

export interface Sweep {
  /** Waits for what is being done at the moment. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Keeps the desk's signals and figures, in the background: what has changed every few seconds, and all threads from time to
 * time, piece by piece. Every process does it; the database decides whose turn it is.
 */
export function startSweep(services: Services): Sweep {
  const cut = new AbortController()
  const { signal } = cut
  const walk = walker(services)
  const run = async () => {
    let since = new Date(Date.now() - OVERLAP_MS)
    while (!signal.aborted) {
      const began = Date.now()
      let isMore = false
      try {
        isMore = (await sweepChanged(services, since)).isMore
        if (!isMore) since = new Date(began - OVERLAP_MS)
        isMore = (await walk()) || isMore
      } catch (error) {
        if (!signal.aborted)
          services.log.warn({ err: error }, 'signals and figures could not be kept; it is tried again')
      }
      if (!isMore) await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
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

/** Walks on by one piece each time, unless it is too early for another walk. Answers whether there is more at once. */
function walker(services: Services): () => Promise<boolean> {
  let place: ThreadKey | null = null
  let took = 0
  let nextAt = 0
  return async () => {
    if (place === null && Date.now() < nextAt) return false
    const began = Date.now()
    place = await sweepPiece(services, place)
    took += Date.now() - began
    if (place !== null) return true
    nextAt = Date.now() + Math.max(WALK_EVERY_MS, WALK_SHARE * took)
    took = 0
    return false
  }
}
