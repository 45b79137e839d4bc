import { LociError } from './error'

/** A write that waits, as the text that goes on the wire: what the agent changes later changes nothing here. */
export interface WaitingWrite {
  body: string
  messages: number
  /** Of the body, in UTF-8. */
  bytes: number
}

/** A write that Loci refused for good. It is kept until somebody takes it. */
export interface RefusedWrite {
  /** The input of `memory.write`, as JSON text. */
  body: string
  error: LociError
}

/** What waits, and what was refused, in all threads of one `Loci`. */
export interface Pending {
  writes: number
  messages: number
  bytes: number
  refused: number
}

/** How much may wait: the sum of all threads, refused writes included. */
export class BufferSpace {
  #writes = 0
  #messages = 0
  #bytes = 0

  constructor(readonly most: { messages: number; bytes: number }) {}

  get used(): { writes: number; messages: number; bytes: number } {
    return { writes: this.#writes, messages: this.#messages, bytes: this.#bytes }
  }

  /** @throws BUFFER_FULL, with nothing taken */
  take(write: WaitingWrite, cause: LociError): void {
    const { messages, bytes } = this.most
    if (this.#messages + write.messages > messages || this.#bytes + write.bytes > bytes) {
      throw new LociError({
        code: 'BUFFER_FULL',
        message: `Loci is away, and ${messages} messages or ${bytes} bytes are waiting for it: this write was not kept.`,
        retryable: true,
        requestId: cause.requestId,
        cause,
      })
    }
    this.#add(write, 1)
  }

  release(write: WaitingWrite): void {
    this.#add(write, -1)
  }

  #add(write: WaitingWrite, sign: 1 | -1): void {
    this.#writes += sign
    this.#messages += sign * write.messages
    this.#bytes += sign * write.bytes
  }
}

/** The waiting writes of one thread, first in, first out. */
export class WriteQueue {
  readonly #space: BufferSpace
  readonly #waiting: WaitingWrite[] = []

  constructor(space: BufferSpace) {
    this.#space = space
  }

  get length(): number {
    return this.#waiting.length
  }

  push(write: WaitingWrite, cause: LociError): void {
    this.#space.take(write, cause)
    this.#waiting.push(write)
  }

  /**
   * Sends what waits, in order. A write that Loci refuses for good goes to `refuse` and still takes room; one that the key
   * does not allow stays, since another key may.
   *
   * @throws what stopped it; the write that it happened to still waits
   */
  async flush(send: (body: string) => Promise<unknown>, refuse: (write: WaitingWrite, error: LociError) => void) {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      try {
        await send(first.body)
        this.#space.release(first)
      } catch (error) {
        if (!isRefusal(error)) throw error
        refuse(first, error)
      }
      this.#waiting.shift()
    }
  }
}

const REFUSALS: readonly string[] = ['CONFLICT', 'INVALID_INPUT', 'TOO_LARGE', 'NOT_FOUND']

function isRefusal(error: unknown): error is LociError {
  return LociError.isInstance(error) && !error.retryable && REFUSALS.includes(error.code)
}
