import { LociError } from '../../errors'

/** Streams that one caller, and that one process, may have open. */
const MOST_OF_CALLER = 100
const MOST = 2_000
const RETRY_MS = 5_000

export interface LiveStream {
  /** Aborts when the process stops. */
  readonly signal: AbortSignal
  close(): void
}

/** The streams that are open in this process. */
export class LiveStreams {
  readonly #ofCaller = new Map<string, number>()
  readonly #controllers = new Set<AbortController>()
  #isStopped = false

  /** How many are open. */
  get count(): number {
    return this.#controllers.size
  }

  /** @throws RATE_LIMITED for too many, UNAVAILABLE when the process stops */
  open(callerId: string): LiveStream {
    if (this.#isStopped) throw new LociError('UNAVAILABLE', 'This process is stopping.', { retryAfterMs: 1000 })
    const count = this.#ofCaller.get(callerId) ?? 0
    if (count >= MOST_OF_CALLER || this.#controllers.size >= MOST) {
      throw new LociError('RATE_LIMITED', `At most ${MOST_OF_CALLER} streams of one caller can be open.`, {
        retryAfterMs: RETRY_MS,
      })
    }
    const controller = new AbortController()
    this.#controllers.add(controller)
    this.#ofCaller.set(callerId, count + 1)
    let isOpen = true
    return {
      signal: controller.signal,
      close: () => {
        if (!isOpen) return
        isOpen = false
        this.#controllers.delete(controller)
        const left = (this.#ofCaller.get(callerId) ?? 1) - 1
        if (left > 0) this.#ofCaller.set(callerId, left)
        else this.#ofCaller.delete(callerId)
      },
    }
  }

  /** Ends all, and lets no more begin. */
  stop(): void {
    this.#isStopped = true
    for (const controller of this.#controllers) controller.abort()
  }
}
