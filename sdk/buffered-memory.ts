import type { ModelMessage } from '../memory/message'
import { answerOf, isNothing, type PreparedWrite, prepareWrite, waitingWrite } from './buffered-write'
import { isAway, LociError } from './error'
import { KnownThread } from './known-thread'
import {
  inScope,
  localReadId,
  type MemoryCall,
  type MemoryCalls,
  type ReadAnswer,
  type WriteAnswer,
} from './memory-calls'
import { randomId } from './random-id'
import { backOff } from './time-limit'
import { serialize, type Transport } from './transport'
import type { ReadInput, ReadOutput, WriteInput, WriteOutput } from './wire'
import { BufferSpace, type Pending, type RefusedWrite, type WaitingWrite, WriteQueue } from './write-queue'

export interface BufferOptions {
  /** Messages that may wait, in all threads together; 10,000. */
  maxMessages?: number | undefined
  /** Bytes that may wait, as JSON; 32 MiB. */
  maxBytes?: number | undefined
  /** Milliseconds in which Loci is left alone after a call that did not reach it, doubled each time up to 30 s; 500. */
  pauseMs?: number | undefined
}

/** Threads whose last window is remembered, besides those with waiting writes. */
const REMEMBERED_THREADS = 100
const LONGEST_PAUSE_MS = 30_000
/** The least time between two attempts that nobody asked for. */
const RETRY_MS = 500
const THREADS_AT_A_TIME = 8

interface Thread {
  readonly known: KnownThread
  readonly queue: WriteQueue
  /** Grows with each write, so that an older read does not put its answer over it. */
  writes: number
  /** Writes and flushes of a thread happen one after another. */
  turn: Promise<unknown>
  /** Writes and flushes that have begun or wait for their turn. */
  busy: number
}

/**
 * `buffer`: while Loci is away reads give what is known here, and writes wait, in order, each with its own idempotency
 * key. After a call that failed Loci is left alone for up to 30 s, in which answers come at once.
 */
export class BufferedMemory implements MemoryCalls {
  readonly #transport: Transport
  readonly #space: BufferSpace
  readonly #pauseMs: number
  readonly #threads = new Map<string, Thread>()
  readonly #refused: { write: WaitingWrite; error: LociError }[] = []
  /** One id for a message object for ever, so that it is known again when its agent hands it over the next time. */
  readonly #ids = new WeakMap<object, string>()
  #failures = 0
  #pausedUntil = 0
  #lastError = new LociError({ code: 'UNREACHABLE', message: 'Loci is away.', retryable: true })
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(transport: Transport, options: BufferOptions = {}) {
    this.#transport = transport
    this.#pauseMs = options.pauseMs ?? 500
    this.#space = new BufferSpace({
      messages: options.maxMessages ?? 10_000,
      bytes: options.maxBytes ?? 32 * 1024 * 1024,
    })
  }

  get pending(): Pending {
    return { ...this.#space.used, refused: this.#refused.length }
  }

  async read({ scope, input, signal }: MemoryCall<ReadInput>): Promise<ReadAnswer> {
    this.#assertOpen()
    const thread = this.#threadOf(scope, input.sessionId)
    if (thread.queue.length > 0 && !this.#isPaused()) await this.#inTurn(thread, () => this.#tryFlush(thread, signal))
    if (this.#isPaused() || thread.queue.length > 0) return this.#localRead(thread, input)
    const { writes } = thread
    try {
      const body = inScope(scope, input)
      const answer = await this.#transport<ReadOutput>('memory.read', body, { signal, isRepeatable: true })
      this.#noteReached()
      if (thread.writes === writes && input.tags === undefined) thread.known.replace(answer)
      return answer
    } catch (error) {
      if (!isAway(error)) throw error
      this.#noteAway(error)
      return this.#localRead(thread, input)
    }
  }

  async write({ scope, input, signal }: MemoryCall<WriteInput>): Promise<WriteAnswer> {
    this.#assertOpen()
    const thread = this.#threadOf(scope, input.sessionId)
    const messages = input.messages.map((message) => this.#copyWithId(message))
    return this.#inTurn(thread, async () => {
      signal?.throwIfAborted()
      const write = prepareWrite(thread.known, { ...input, messages })
      if (thread.queue.length > 0 && !this.#isPaused()) await this.#tryFlush(thread, signal)
      if (this.#isPaused() || thread.queue.length > 0) return this.#keep(thread, scope, write)
      try {
        const body = serialize(inScope(scope, write.request))
        const answer = await this.#transport<WriteOutput>('memory.write', body, { signal, isRepeatable: true })
        this.#noteReached()
        const stored = new Set(answer.messages.map(({ id }) => id))
        const fresh = messages.filter(({ id }) => typeof id === 'string' && stored.has(id))
        this.#remember(thread, { ...write, fresh })
        return answer
      } catch (error) {
        if (!isAway(error)) throw error
        this.#noteAway(error)
        return this.#keep(thread, scope, write)
      }
    })
  }

  /** Sends all that waits, in order. @throws what keeps it from being sent, or why Loci refused a write for good */
  async flush(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    const waiting = [...this.#threads.values()].filter((thread) => thread.queue.length > 0)
    const refusedBefore = this.#refused.length
    const errors: unknown[] = []
    const work = async () => {
      for (let thread = waiting.shift(); thread !== undefined; thread = waiting.shift()) {
        const next = thread
        await this.#inTurn(next, () => this.#flushThread(next, options.signal)).catch((error: unknown) => {
          errors.push(error)
        })
      }
    }
    await Promise.all(Array.from({ length: THREADS_AT_A_TIME }, work))
    if (errors.length > 0) throw errors[0]
    const refused = this.#refused[refusedBefore]
    if (refused) throw refused.error
  }

  /** Flushes, and takes no more calls. @throws as `flush` does, and for a write that was refused before; nothing is lost */
  async close(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#isClosed = true
    this.#stopTimer()
    await this.flush(options)
    const [refused] = this.#refused
    if (refused) throw refused.error
  }

  /** Hands over the writes that Loci refused for good, which makes room for others. */
  takeRefused(): RefusedWrite[] {
    return this.#refused.splice(0).map(({ write, error }) => {
      this.#space.release(write)
      return { body: write.body, error }
    })
  }

  #assertOpen(): void {
    if (!this.#isClosed) return
    throw new LociError({ code: 'CLOSED', message: 'This Loci was closed.', retryable: false })
  }

  #threadOf(scope: unknown, sessionId: string): Thread {
    const key = JSON.stringify([scope ?? null, sessionId])
    const thread = this.#threads.get(key) ?? {
      known: new KnownThread(),
      queue: new WriteQueue(this.#space),
      writes: 0,
      turn: Promise.resolve(),
      busy: 0,
    }
    // The newest one last: what has not been used for longest goes first.
    this.#threads.delete(key)
    this.#threads.set(key, thread)
    if (this.#threads.size > REMEMBERED_THREADS) this.#forgetIdle()
    return thread
  }

  #forgetIdle(): void {
    for (const [key, { queue, busy }] of this.#threads) {
      if (this.#threads.size <= REMEMBERED_THREADS) return
      if (queue.length === 0 && busy === 0) this.#threads.delete(key)
    }
  }

  #inTurn<T>(thread: Thread, work: () => Promise<T>): Promise<T> {
    thread.busy += 1
    const turn = thread.turn.then(work).finally(() => {
      thread.busy -= 1
    })
    thread.turn = turn.catch(() => {})
    return turn
  }

  #localRead(thread: Thread, input: ReadInput): ReadAnswer {
    const readId = localReadId()
    const messages = thread.known.read(input, readId)
    return { messages, window: null, readId, unavailable: this.#lastError }
  }

  #keep(thread: Thread, scope: MemoryCall<WriteInput>['scope'], write: PreparedWrite): WriteAnswer {
    if (!isNothing(write)) {
      thread.queue.push(waitingWrite(inScope(scope, write.request)), this.#lastError)
      this.#remember(thread, write)
      this.#schedule()
    }
    return answerOf(write)
  }

  #remember(thread: Thread, { given, fresh }: PreparedWrite): void {
    thread.writes += 1
    thread.known.append(fresh ?? [], given)
  }

  async #flushThread(thread: Thread, signal: AbortSignal | undefined): Promise<void> {
    try {
      await thread.queue.flush(
        async (body) => {
          await this.#transport('memory.write', body, { signal, isRepeatable: true })
          this.#noteReached()
        },
        (write, error) => this.#refused.push({ write, error }),
      )
    } catch (error) {
      if (isAway(error)) this.#noteAway(error)
      throw error
    }
  }

  /** @throws what is no absence, such as a key that was revoked */
  async #tryFlush(thread: Thread, signal: AbortSignal | undefined): Promise<void> {
    await this.#flushThread(thread, signal).catch((error: unknown) => {
      if (!isAway(error)) throw error
    })
  }

  #isPaused(): boolean {
    return Date.now() < this.#pausedUntil
  }

  #noteReached(): void {
    this.#failures = 0
    this.#pausedUntil = 0
  }

  #noteAway(error: LociError): void {
    const pauseMs = backOff(this.#failures, { firstMs: this.#pauseMs, mostMs: LONGEST_PAUSE_MS })
    const waitMs = Math.max(error.retryAfterMs ?? 0, pauseMs)
    this.#failures += 1
    this.#pausedUntil = Date.now() + waitMs
    this.#lastError = error
    this.#schedule()
  }

  /** What waits is tried again by itself, without keeping a process alive that has nothing else to do. */
  #schedule(): void {
    if (this.#timer !== undefined || this.#isClosed || this.#space.used.writes === this.#refused.length) return
    const waitMs = Math.max(RETRY_MS, this.#pausedUntil - Date.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      // Nobody waits for it: what stays is in `pending`, and is tried again.
      this.flush()
        .catch(() => {})
        .finally(() => this.#schedule())
    }, waitMs)
    letExit(this.#timer)
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** A copy of its own, with an id: the agent may change its objects while the write waits. */
  #copyWithId(message: ModelMessage): ModelMessage {
    // What JSON makes of a message is a message.
    const copy = JSON.parse(serialize(message)) as ModelMessage
    if (typeof copy.id === 'string') return copy
    const id = this.#ids.get(message) ?? randomId()
    this.#ids.set(message, id)
    return { ...copy, id }
  }
}

/** A timer is a number in browsers; elsewhere an object that can be told not to keep the process alive. */
function letExit(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return
  if (typeof timer.unref === 'function') timer.unref()
}
