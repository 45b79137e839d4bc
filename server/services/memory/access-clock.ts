import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { ThreadHeader } from '../../store/memory-read'
import { moveAccessedAt, type Touch } from '../../store/threads-access'

const EVERY_MS = 5_000
/** `accessedAt` moves at most once a minute a thread. */
const STEP_MS = 60_000
/** More threads than this wait for no timer. */
const FLUSH_SIZE = 1_000

/** Batches `accessedAt` of the threads that agents read, off the hot path. What is lost in a crash is a minute of it. */
export class AccessClock {
  readonly #pool: Pool
  readonly #log: Pick<Logger, 'warn'>
  #touches = new Map<string, Touch>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, log: Pick<Logger, 'warn'>) {
    this.#pool = pool
    this.#log = log
  }

  /** Remembers that a thread was read now, unless its time is of this minute already. */
  touch(thread: Pick<ThreadHeader, 'tenant' | 'scopeId' | 'uid' | 'accessedAt'>): void {
    const now = Date.now()
    if (now - thread.accessedAt < STEP_MS || this.#touches.has(thread.uid)) return
    this.#touches.set(thread.uid, {
      tenant: thread.tenant,
      scopeId: thread.scopeId,
      uid: thread.uid,
      at: new Date(now),
    })
    if (this.#touches.size === FLUSH_SIZE) void this.flush()
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), EVERY_MS).unref()
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.flush()
  }

  /** Never throws: a time that could not be written is no reason to fail. */
  async flush(): Promise<void> {
    const touches = [...this.#touches.values()]
    this.#touches = new Map()
    if (touches.length === 0) return
    try {
      await moveAccessedAt(this.#pool, touches)
    } catch (error) {
      this.#log.warn({ err: error, threads: touches.length }, 'accessedAt could not be written')
    }
  }
}
