import type { ModelMessage } from '../memory/message'
import { createTransport, type Transport, type TransportOptions } from './transport'
import type {
  EntryFacts,
  ForkInput,
  ListMessagesInput,
  ListThreadsInput,
  MessageName,
  Page,
  ReadInput,
  ReadOutput,
  ScopeName,
  ScopePatternName,
  SearchHit,
  SearchInput,
  StoredMessage,
  ThreadChanges,
  ThreadFacts,
  ThreadSummaries,
  WriteInput,
  WriteOutput,
} from './wire'

interface Abortable {
  signal?: AbortSignal | undefined
}

/**
 * A connection to one Loci installation.
 *
 * ```ts
 * const loci = new Loci({ url: 'http://127.0.0.1:3000', key: process.env.LOCI_API_KEY })
 * const memory = loci.for({ tenant: 'acme', subject: 'user-1' })
 * ```
 */
export class Loci {
  readonly #transport: Transport

  constructor(options: TransportOptions) {
    this.#transport = createTransport(options)
  }

  /** All that follows happens in this scope; without one, in the scope that the key is bound to. */
  for(scope?: ScopeName): ScopedLoci {
    return new ScopedLoci(this.#transport, scope)
  }
}

/** Loci within one scope. Every method rejects with a `LociError`. */
export class ScopedLoci {
  readonly #transport: Transport
  readonly #scope: { scope?: ScopeName }

  constructor(transport: Transport, scope: ScopeName | undefined) {
    this.#transport = transport
    this.#scope = scope === undefined ? {} : { scope }
  }

  #query<T>(path: string, input: object, options?: Abortable): Promise<T> {
    return this.#transport<T>(path, { ...this.#scope, ...input }, { signal: options?.signal, isRepeatable: true })
  }

  #mutate<T>(path: string, input: object, options?: Abortable & { isRepeatable?: boolean }): Promise<T> {
    return this.#transport<T>(
      path,
      { ...this.#scope, ...input },
      { signal: options?.signal, isRepeatable: options?.isRepeatable ?? false },
    )
  }

  readonly memory = {
    /** What the agent's window shows of the thread now; an unknown thread is empty. */
    read: (input: ReadInput, options?: Abortable): Promise<ReadOutput> => this.#query('memory.read', input, options),

    /** Hands over the agent's whole state; only what is new is stored, once, however often it is sent. */
    write: (input: WriteInput, options?: Abortable): Promise<WriteOutput> =>
      this.#mutate(
        'memory.write',
        { ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() },
        { ...options, isRepeatable: true },
      ),

    /** Deletes one session, or with `all` every thread of this scope. They stay in the trash for a while. */
    clear: (
      input: { sessionId: string } | { all: true },
      options?: Abortable,
    ): Promise<{ threads: number; messages: number }> =>
      this.#mutate('memory.clear', input, { ...options, isRepeatable: true }),

    /** One page of what was written, oldest first unless `order` is `desc`. */
    entries: (
      input: {
        sessionId?: string | undefined
        tags?: Record<string, string> | undefined
        order?: 'asc' | 'desc' | undefined
        cursor?: string | undefined
        limit?: number | undefined
      } = {},
      options?: Abortable,
    ): Promise<Page<EntryFacts>> => this.#query('memory.entries', input, options),
  }

  readonly threads = {
    list: (input: ListThreadsInput = {}, options?: Abortable): Promise<Page<ThreadFacts>> =>
      // A pattern is the other way to say where; the two exclude each other.
      this.#transport('threads.list', input.scopePattern === undefined ? { ...this.#scope, ...input } : input, {
        signal: options?.signal,
        isRepeatable: true,
      }),
    count: (
      input: Omit<ListThreadsInput, 'sort' | 'limit' | 'cursor' | 'scopePattern'> & {
        scopePattern?: ScopePatternName
      } = {},
      options?: Abortable,
    ): Promise<{ count: number; capped: boolean }> =>
      this.#transport('threads.count', input.scopePattern === undefined ? { ...this.#scope, ...input } : input, {
        signal: options?.signal,
        isRepeatable: true,
      }),
    get: (input: { threadId: string }, options?: Abortable): Promise<ThreadFacts> =>
      this.#query('threads.get', input, options),
    create: (input: { threadId?: string } & ThreadChanges = {}, options?: Abortable): Promise<ThreadFacts> =>
      this.#mutate('threads.create', input, options),
    update: (input: { threadId: string } & ThreadChanges, options?: Abortable): Promise<ThreadFacts> =>
      this.#mutate('threads.update', input, options),
    /** Copies in the database, in one transaction; tool exchanges stay whole. */
    fork: (
      input: ForkInput,
      options?: Abortable,
    ): Promise<{ thread: ThreadFacts | null; messages: number; tokens: number }> =>
      this.#mutate('threads.fork', input, options),
    delete: (input: { threadId: string }, options?: Abortable): Promise<{ deleted: 0 | 1; uid: string | null }> =>
      this.#mutate('threads.delete', input, { ...options, isRepeatable: true }),
    restore: (
      input: { threadId?: string; uid?: string; asThreadId?: string },
      options?: Abortable,
    ): Promise<ThreadFacts> => this.#mutate('threads.restore', input, options),
    /** What was made of the thread's beginning, newest version first, and why there is no newer one. */
    summaries: (input: { threadId: string; limit?: number }, options?: Abortable): Promise<ThreadSummaries> =>
      this.#query('threads.summaries', input, options),
    /** Begins to make a summary now, of all whole turns before the recent messages. */
    summarize: (input: { threadId: string }, options?: Abortable): Promise<{ id: string; state: string }> =>
      this.#mutate('threads.summarize', input, options),
  }

  readonly messages = {
    /** A page in seq order: the newest, or before or after a seq. */
    list: (input: ListMessagesInput, options?: Abortable): Promise<{ items: StoredMessage[] }> =>
      this.#query('messages.list', input, options),
    /** Stores messages as they are, after the last one. */
    append: (input: { threadId: string; messages: ModelMessage[] }, options?: Abortable): Promise<WriteOutput> =>
      this.#mutate('messages.append', input, options),
    /** Keeps a message with its whole exchange in every window, or with `pinned: false` lets it go; at most 20 a thread. */
    pin: (
      input: MessageName & { pinned?: boolean },
      options?: Abortable,
    ): Promise<{ seq: number; pinned: boolean; pins: number[] }> =>
      this.#mutate('messages.pin', input, { ...options, isRepeatable: true }),
    /** Takes the text of one message out for good, in the thread and in its forks. */
    redact: (
      input: MessageName & { reason?: string },
      options?: Abortable,
    ): Promise<{ seq: number; redacted: number; threads: number }> =>
      this.#mutate('messages.redact', input, { ...options, isRepeatable: true }),
  }

  /** Messages that hold all of a text, best first; across scopes with `scopePattern`. */
  search(input: SearchInput, options?: Abortable): Promise<Page<SearchHit>> {
    // A pattern is the other way to say where; the two exclude each other.
    return this.#transport('search.messages', input.scopePattern === undefined ? { ...this.#scope, ...input } : input, {
      signal: options?.signal,
      isRepeatable: true,
    })
  }
}
