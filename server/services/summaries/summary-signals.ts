import type { Logger } from 'pino'
import { isSummaryDue, summarizingPart } from '../../../memory/summary-plan'
import type { Window } from '../../../memory/window-config'
import type { JobQueue } from '../../jobs/queue'
import type { ThreadKey } from '../../store/thread-rows'

/** A thread for which nothing has changed is signalled no more often than this. */
const AGAIN_AFTER_MS = 60_000
/** Threads of which the last signal is remembered. */
const REMEMBERED = 10_000

/** A thread as a write or a read has just seen it. */
export interface SeenThread {
  readonly key: ThreadKey
  /** The window that holds for it, as far as the caller knows. */
  readonly window: Window
  readonly messageCount: number
  /** Seqs 1 to this one stand in a summary; a write does not know, and says 0. */
  readonly covered: number
}

/**
 * Notices that a summary is due, without a question to the database, and asks for one in the background. A signal that is
 * lost comes again with the next write or read; one that is too many finds nothing to do.
 */
export class SummarySignals {
  readonly #queue: JobQueue
  readonly #log: Pick<Logger, 'warn'>
  /** By thread: the message count and the time of the last signal; oldest first. */
  readonly #sent = new Map<string, { readonly count: number; readonly at: number }>()

  constructor(queue: JobQueue, log: Pick<Logger, 'warn'>) {
    this.#queue = queue
    this.#log = log
  }

  /** Call it when the answer is decided; it neither waits nor throws. */
  notice({ key, window, messageCount, covered }: SeenThread): void {
    const settings = summarizingPart(window)
    if (!settings || !this.#queue.isAvailable) return
    const last = this.#sent.get(key.uid)
    const now = Date.now()
    if (last && now - last.at < AGAIN_AFTER_MS && messageCount < last.count + settings.summarizeEvery) return
    if (!isSummaryDue({ messageCount, covered }, settings)) return
    this.#sent.delete(key.uid)
    this.#sent.set(key.uid, { count: messageCount, at: now })
    if (this.#sent.size > REMEMBERED)
      for (const uid of [...this.#sent.keys()].slice(0, REMEMBERED / 10)) this.#sent.delete(uid)
    setImmediate(() => {
      const { tenant, scopeId, uid } = key
      this.#queue.send('summaries', { tenant, scopeId, uid }, { key: uid }).catch((error: unknown) => {
        this.#sent.delete(uid)
        this.#log.warn({ err: error }, 'a summary could not be asked for; the next write or read asks again')
      })
    })
  }
}
