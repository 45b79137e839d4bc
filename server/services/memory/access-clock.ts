import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { ThreadHeader } from '../../store/memory-read'
import { moveAccessedAt, type Touch } from '../../store/threads-access'
import { GatheredWrites } from '../gathered-writes'

/** `accessedAt` moves at most once a minute a thread. */
const STEP_MS = 60_000
const FLUSH_SIZE = 1_000

/** Batches `accessedAt` of the threads that agents read, off the hot path. What is lost in a crash is a minute of it. */
export class AccessClock extends GatheredWrites<Touch> {
  constructor(pool: Pool, log: Pick<Logger, 'warn'>) {
    super({
      flushSize: FLUSH_SIZE,
      write: (touches) => moveAccessedAt(pool, touches),
      warn: (err, threads) => log.warn({ err, threads }, 'accessedAt could not be written'),
    })
  }

  /** Remembers that a thread was read now, unless its time is of this minute already. */
  touch(thread: Pick<ThreadHeader, 'tenant' | 'scopeId' | 'uid' | 'accessedAt'>): void {
    const now = Date.now()
    if (now - thread.accessedAt < STEP_MS || this.get(thread.uid)) return
    const { tenant, scopeId, uid } = thread
    this.add(uid, { tenant, scopeId, uid, at: new Date(now) })
  }
}
