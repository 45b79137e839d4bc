import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'

/** How long changes are gathered before other processes hear of them, in ms: a NOTIFY costs all writers a lock. */
const GATHER_MS = 25
/** Uids in one message: PostgreSQL takes less than 8,000 bytes. */
const UIDS_A_MESSAGE = 200

export interface ThreadChangesOptions {
  /** Tells the other processes. */
  readonly send: (payload: string) => Promise<void>
  /** Begins to hear them: `heard` and `wakeAll` are called from then on. */
  readonly listen: () => void
  readonly unlisten: () => Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

/** A place to wait at for changes of one thread. */
export interface ThreadWatch {
  /** Waits for a change since the last wait, at most `timeoutMs`. True for a change. Ends early when `signal` aborts. */
  changed(timeoutMs: number, signal: AbortSignal): Promise<boolean>
  close(): void
}

/** Uids that a watch of all threads keeps; beyond them it only knows that there are more. */
export const CHANGES_KEPT = 200

/** The same for all threads; `take` gives which have changed since it was last asked. */
export interface ThreadsWatch extends ThreadWatch {
  take(): { uids: string[]; isMore: boolean }
}

/**
 * Which threads have changed, on this process at once and on all others a moment later. It says no more than that:
 * who hears it looks at the thread, so a message that is lost or comes twice does no harm.
 */
export class ThreadChanges {
  readonly #options: ThreadChangesOptions
  readonly #self = randomUUID()
  readonly #watches = new Map<string, Set<() => void>>()
  /** Of those who watch all threads: told a uid, or nothing where any may have changed. */
  readonly #listeners = new Set<(uid?: string) => void>()
  #gathered = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  constructor(options: ThreadChangesOptions) {
    this.#options = options
  }

  /** To be called after the change has been committed. */
  note(uids: Iterable<string>): void {
    for (const uid of uids) {
      this.#wake(uid)
      this.#gathered.add(uid)
    }
    if (this.#gathered.size === 0) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#sending = this.#sending.then(() => this.#send())
    }, GATHER_MS).unref()
  }

  watch(uid: string): ThreadWatch {
    this.#options.listen()
    const wakes = this.#watches.get(uid) ?? new Set()
    this.#watches.set(uid, wakes)
    const { wake, changed } = wakeable()
    wakes.add(wake)
    return {
      changed,
      close: () => {
        wakes.delete(wake)
        if (wakes.size === 0) this.#watches.delete(uid)
      },
    }
  }

  /** Waits for a change of any thread. Whose threads these are is for the caller to find out. */
  watchAll(): ThreadsWatch {
    this.#options.listen()
    const { wake, changed } = wakeable()
    const kept = new Set<string>()
    let isMore = false
    const hear = (uid?: string) => {
      if (uid === undefined || (kept.size >= CHANGES_KEPT && !kept.has(uid))) isMore = true
      else kept.add(uid)
      wake()
    }
    this.#listeners.add(hear)
    return {
      changed,
      take: () => {
        const taken = { uids: [...kept], isMore }
        kept.clear()
        isMore = false
        return taken
      },
      close: () => void this.#listeners.delete(hear),
    }
  }

  /** What another process has sent. */
  heard(payload: string): void {
    const [sender, uids = ''] = payload.split(' ')
    if (sender === this.#self) return
    for (const uid of uids.split(',')) if (uid) this.#wake(uid)
  }

  /** For the time in which nothing was heard: every thread may have changed. */
  wakeAll(): void {
    for (const wakes of this.#watches.values()) for (const wake of wakes) wake()
    for (const hear of this.#listeners) hear()
  }

  /** Sends what is gathered, and hears no more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#sending.then(() => this.#send())
    await this.#options.unlisten()
  }

  #wake(uid: string): void {
    for (const wake of this.#watches.get(uid) ?? []) wake()
    for (const hear of this.#listeners) hear(uid)
  }

  async #send(): Promise<void> {
    const uids = [...this.#gathered]
    this.#gathered = new Set()
    for (let start = 0; start < uids.length; start += UIDS_A_MESSAGE) {
      const payload = `${this.#self} ${uids.slice(start, start + UIDS_A_MESSAGE).join(',')}`
      // Whoever watches looks at its thread from time to time as well.
      await this.#options.send(payload).catch((error: unknown) => {
        this.#options.log.warn({ error }, 'live: other processes were not told of changes')
      })
    }
  }
}

/** A flag that one waits for: `changed` takes it down. */
function wakeable(): { wake: () => void; changed: ThreadWatch['changed'] } {
  let isChanged = false
  let waiting: (() => void) | undefined
  return {
    wake: () => {
      isChanged = true
      waiting?.()
    },
    changed: async (timeoutMs, signal) => {
      if (!isChanged && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          waiting = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', waiting, { once: true })
        })
        if (waiting) signal.removeEventListener('abort', waiting)
        waiting = undefined
      }
      const wasChanged = isChanged
      isChanged = false
      return wasChanged
    },
  }
}
