import type { ModelMessage } from '../memory/message'
import type { Window, WindowInput } from '../memory/window-config'
import { inScope, type MemoryCalls, type ReadAnswer, type WriteAnswer } from './memory-calls'
import type { OpenStream } from './open-stream'
import { randomId } from './random-id'
import { type SubscribeInput, subscribe } from './subscribe'
import type { CallOptions, Transport } from './transport'
import type {
  AddFeedback,
  EntryFacts,
  FeedbackFacts,
  ForkInput,
  LineageMember,
  ListEntriesInput,
  ListMessagesInput,
  ListThreadsInput,
  MessageName,
  Page,
  ReadInput,
  ScopeName,
  StoredMessage,
  ThreadChanges,
  ThreadFacts,
  ThreadName,
  WriteInput,
  WriteOutput,
} from './wire'
import type { JobFacts, StartExportInput, StartImportInput } from './wire-admin'
import type { ThreadEvent } from './wire-live'
import type {
  FindMessagesInput,
  FoundMessages,
  GivenMessages,
  OutlineInput,
  OutlinePage,
  SearchHit,
  SearchInput,
} from './wire-search'
import type { ThreadSummaries, ThreadWindow } from './wire-window'

export interface Abortable {
  signal?: AbortSignal | undefined
}

/** Loci within one scope. Every method rejects with a `LociError`, or with the signal's reason when that stopped it. */
export class ScopedLoci {
  readonly #transport: Transport
  readonly #openStream: OpenStream
  readonly #calls: MemoryCalls
  readonly #scope: ScopeName | undefined

  constructor(options: {
    transport: Transport
    openStream: OpenStream
    calls: MemoryCalls
    scope: ScopeName | undefined
  }) {
    this.#transport = options.transport
    this.#openStream = options.openStream
    this.#calls = options.calls
    this.#scope = options.scope
  }

  #call<T>(path: string, input: object, { isRepeatable, signal }: CallOptions): Promise<T> {
    // A pattern is the other way to say where; the two exclude each other.
    const isPattern = 'scopePattern' in input && input.scopePattern !== undefined
    return this.#transport<T>(path, isPattern ? input : inScope(this.#scope, input), { signal, isRepeatable })
  }

  #query<T>(path: string, input: object, options?: Abortable): Promise<T> {
    return this.#call(path, input, { signal: options?.signal, isRepeatable: true })
  }

  /** Without an idempotency key it is not tried again: an answer that was lost may have been a success. */
  #mutate<T>(path: string, input: object, options?: Abortable): Promise<T> {
    return this.#call(path, input, { signal: options?.signal, isRepeatable: 'idempotencyKey' in input })
  }

  readonly memory = {
    /** What the agent's window shows of the thread now; an unknown thread is empty. */
    read: (input: ReadInput, options?: Abortable): Promise<ReadAnswer> =>
      this.#calls.read({ scope: this.#scope, input, signal: options?.signal }),

    /** Hands over the agent's whole state; only what is new is stored, once, however often it is sent. */
    write: (input: WriteInput, options?: Abortable): Promise<WriteAnswer> =>
      this.#calls.write({ scope: this.#scope, input, signal: options?.signal }),

    /** Deletes one session, or with `all` every thread of this scope. They stay in the trash for a while. */
    clear: (
      input: { sessionId: string } | { all: true },
      options?: Abortable,
    ): Promise<{ threads: number; messages: number }> => this.#mutate('memory.clear', input, options),

    /** One page of what was written, oldest first unless `order` is `desc`. */
    entries: (input: ListEntriesInput = {}, options?: Abortable): Promise<Page<EntryFacts>> =>
      this.#query('memory.entries', input, options),
  }

  readonly threads = {
    list: (input: ListThreadsInput = {}, options?: Abortable): Promise<Page<ThreadFacts>> =>
      this.#query('threads.list', input, options),
    /** `capped` means: this many or more. */
    count: (
      input: Omit<ListThreadsInput, 'uids' | 'sort' | 'limit' | 'cursor'> = {},
      options?: Abortable,
    ): Promise<{ count: number; capped: boolean }> => this.#query('threads.count', input, options),
    /** @throws NOT_FOUND for absent, deleted and foreign threads alike; with `deleted` it looks in the trash */
    get: (input: ThreadName & { deleted?: boolean | undefined }, options?: Abortable): Promise<ThreadFacts> =>
      this.#query('threads.get', input, options),
    create: (input: CreateThread = {}, options?: Abortable): Promise<ThreadFacts> =>
      this.#mutate('threads.create', input, options),
    update: (input: ThreadName & ThreadChanges, options?: Abortable): Promise<ThreadFacts> =>
      this.#mutate('threads.update', input, options),
    /** For keys with the admin right: a window of the thread's own, before its agent's; null takes it away. */
    setWindow: (
      input: ThreadName & { window: WindowInput | null; ifVersion?: number | undefined },
      options?: Abortable,
    ): Promise<{ uid: string; version: number; window: Window | null }> =>
      this.#mutate('threads.setWindow', input, options),
    /** Copies in the database, in one transaction; tool exchanges stay whole. */
    fork: (
      input: ForkInput,
      options?: Abortable,
    ): Promise<{ thread: ThreadFacts | null; messages: number; tokens: number; dropped: number; isIdFree: boolean }> =>
      this.#mutate('threads.fork', input, options),
    /** The thread's family of forks, root first: deleted and purged members keep their places. */
    lineage: (input: ThreadName, options?: Abortable): Promise<{ items: LineageMember[] }> =>
      this.#query('threads.lineage', input, options),
    delete: (input: ThreadName, options?: Abortable): Promise<{ deleted: 0 | 1; uid: string | null }> =>
      this.#mutate('threads.delete', input, options),
    restore: (
      input: { threadId?: string; uid?: string; asThreadId?: string },
      options?: Abortable,
    ): Promise<ThreadFacts> => this.#mutate('threads.restore', input, options),
    /**
     * The thread's events as they happen, for `for await`. A line that breaks is opened again without a gap. Ends
     * with the loop or when the thread is deleted, and throws the signal's reason when that stops it.
     */
    subscribe: (input: SubscribeInput): AsyncGenerator<ThreadEvent, void, undefined> =>
      subscribe(this.#openStream, this.#scope, input),
    /** What was made of the thread's beginning, newest version first, and why there is no newer one. */
    summaries: (input: ThreadName & { limit?: number | undefined }, options?: Abortable): Promise<ThreadSummaries> =>
      this.#query('threads.summaries', input, options),
    /** Begins to make a summary now, of all whole turns before the recent messages. */
    summarize: (input: ThreadName, options?: Abortable): Promise<JobFacts> =>
      this.#mutate('threads.summarize', input, options),
  }

  readonly feedback = {
    /** Keeps what an end user said; reviewers see it beside the conversation. Twice sent is twice kept. */
    add: (input: ThreadName & AddFeedback, options?: Abortable): Promise<FeedbackFacts> =>
      this.#mutate('feedback.add', input, options),
    /** Newest first, the last 200. */
    list: (input: ThreadName, options?: Abortable): Promise<{ items: FeedbackFacts[] }> =>
      this.#query('feedback.list', input, options),
  }

  readonly messages = {
    /** A page in seq order: the newest, or before or after a seq. */
    list: (input: ListMessagesInput, options?: Abortable): Promise<{ items: StoredMessage[] }> =>
      this.#query('messages.list', input, options),
    /** One message as the text that is stored: digits and key order as they were sent (M2). */
    text: (input: ThreadName & { seq: number }, options?: Abortable): Promise<{ seq: number; text: string }> =>
      this.#query('messages.text', input, options),
    /** For each message of a page of seqs: is it in the agent's window now, and why (W5). */
    window: (
      input: ThreadName & { from?: number | undefined; to?: number | undefined },
      options?: Abortable,
    ): Promise<ThreadWindow> => this.#query('messages.window', input, options),
    /** Where a text stands in one thread. */
    find: (input: FindMessagesInput, options?: Abortable): Promise<FoundMessages> =>
      this.#query('messages.find', input, options),
    /** The messages of the user with their first words. */
    outline: (input: OutlineInput, options?: Abortable): Promise<OutlinePage> =>
      this.#query('messages.outline', input, options),
    /** What the agent had been given before it wrote an entry, by the read that the entry keeps. */
    given: (input: ThreadName & { entryId: string }, options?: Abortable): Promise<GivenMessages> =>
      this.#query('messages.given', input, options),
    /** Stores messages as they are, after the last one. */
    append: (
      input: ThreadName & { messages: ModelMessage[]; idempotencyKey?: string | undefined },
      options?: Abortable,
    ): Promise<WriteOutput> =>
      this.#mutate('messages.append', { ...input, idempotencyKey: input.idempotencyKey ?? randomId() }, options),
    /** Keeps a message with its whole exchange in every window, or with `pinned: false` lets it go; at most 20 a thread. */
    pin: (
      input: MessageName & { pinned?: boolean | undefined },
      options?: Abortable,
    ): Promise<{ seq: number; pinned: boolean; pins: number[] }> => this.#mutate('messages.pin', input, options),
    /** Takes the text of one message out for good, in the thread and in its forks. */
    redact: (
      input: MessageName & { reason?: string | undefined },
      options?: Abortable,
    ): Promise<{ seq: number; redacted: number; threads: number }> => this.#mutate('messages.redact', input, options),
  }

  readonly imports = {
    /** A file of conversations into this scope, as a job; what is stored already is not stored again. */
    start: (input: StartImportInput, options?: Abortable): Promise<JobFacts> =>
      this.#mutate('imports.start', input, options),
  }

  readonly exports = {
    /** The living threads of this scope, or of a pattern, as a job; its result says where to fetch them. */
    start: (input: StartExportInput = {}, options?: Abortable): Promise<JobFacts> =>
      this.#mutate('exports.start', input, options),
  }

  /** Messages that hold all of a text, best first; across scopes with `scopePattern`. */
  search(input: SearchInput, options?: Abortable): Promise<Page<SearchHit>> {
    return this.#query('search.messages', input, options)
  }
}

type CreateThread = { threadId?: string | undefined } & Omit<ThreadChanges, 'addTags' | 'removeTags'>
