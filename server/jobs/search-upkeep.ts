import type { Services } from '../services/context'
import { mergeSearchIndex } from '../store/search'

const EVERY_MS = 5_000

export interface SearchUpkeep {
  /** Waits for what is being done at the moment. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Merges what was written lately into the text index, every few seconds: searches look through a short list of it, and no
 * write has to do the merging. Every process does it; where there is nothing to merge it costs next to nothing.
 */
export function startSearchUpkeep({ database, log }: Services): SearchUpkeep {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= mergeSearchIndex(database.pools.background)
      .catch((error: unknown) => log.warn({ err: error }, 'the text index could not be merged; it is tried again'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
