import {
  DEFAULT_SESSION,
  type MemoryEntry,
  type MemoryProvider,
  type ReadOptions,
  type WriteOptions,
} from '../contract'
import { isSystem, type ModelMessage } from '../message'
import { ESTIMATE, type TokenCounter } from '../token-estimate'
import type { CompositeWindow } from '../window-config'
import { idOf, prepare } from './incoming'
import { LocalMemory } from './local-memory'
import { isAnySummary } from './local-summary'
import { checkWhole, MemoryError } from './memory-error'
import { mergeEntries } from './merged-entries'
import { decideMergedLists } from './merged-read'
import { SessionLog } from './session-log'
import { SessionMap } from './session-map'
import { decideWrite, storeWrite } from './session-write'

export interface CompositeMemoryOptions<TMessage extends object = ModelMessage> {
  /** In order; the order decides what is chosen where not everything fits, never how it is delivered (W8). */
  providers: readonly MemoryProvider<TMessage>[]
  /**
   * Which whole exchanges are chosen under `limit` and `maxTokens`. `concat`: all, in the providers' order until it is full.
   * `interleave`: a turn of each by turns. `priority`: the first provider's, then what still fits. `concat` unless given.
   */
  mergeStrategy?: CompositeWindow['mergeStrategy'] | undefined
  /** Tokens of all together; no limit unless given. */
  maxTokens?: number | undefined
  /** Counts tokens where `maxTokens` is given; AgentLIB's estimate unless given. */
  counter?: TokenCounter | undefined
}

/** One provider could not store a write. Hand over the same state again: those that have it will know it. */
export class CompositeWriteError extends Error {
  /** The `type` of the provider that failed; `cause` is why. */
  readonly failed: string
  /** The `type` of those that have stored the write. The memories of this process are never among them. */
  readonly stored: readonly string[]

  constructor(options: { failed: string; stored: readonly string[]; cause: unknown }) {
    const { failed, stored, cause } = options
    const rest = stored.length > 0 ? `${stored.join(', ')} did; hand over the same state again.` : 'Nothing was stored.'
    super(`${failed} could not store the write. ${rest}`, { cause })
    this.name = 'CompositeWriteError'
    this.failed = failed
    this.stored = stored
  }
}

/**
 * Several memories of the same sessions. A read merges what they show, each message once, in order, exchanges whole; a
 * write goes to all of them, under the same message ids. Writes of one session follow one another.
 */
export class CompositeMemory<TMessage extends object = ModelMessage> implements MemoryProvider<TMessage> {
  readonly type = 'composite'
  readonly #providers: readonly MemoryProvider<TMessage>[]
  readonly #window: CompositeWindow
  readonly #counter: TokenCounter
  /** Ids and keys of what went through here, for the order of a session; texts only of an open turn. */
  readonly #logs = new SessionMap()
  readonly #writing = new Map<string, Promise<void>>()

  /** @throws RangeError without providers, or for a limit that is not a whole number of at least 1 */
  constructor(options: CompositeMemoryOptions<TMessage>) {
    const { providers, mergeStrategy = 'concat', maxTokens, counter = ESTIMATE } = options
    if (providers.length === 0) throw new RangeError('CompositeMemory needs at least one provider.')
    checkWhole('maxTokens', maxTokens)
    this.#providers = providers
    this.#counter = counter
    // What each provider shows is decided by itself; here its place alone counts.
    const places = providers.map(() => ({ strategy: 'buffer' as const }))
    this.#window = { strategy: 'composite', providers: places, mergeStrategy, maxTokens }
  }

  /** @throws what a provider's read throws */
  async read(options: ReadOptions = {}): Promise<TMessage[]> {
    const { limit, ...rest } = options
    checkWhole('limit', limit, 0)
    if (limit === 0) return []
    const log = this.#logs.living(options.sessionId ?? DEFAULT_SESSION, Date.now())
    const lists = await Promise.all(this.#providers.map((provider) => provider.read(this.#askedOf(provider, rest))))
    return decideMergedLists({
      // A provider's messages are of the agent's type; decisions look at what all messages have.
      lists: lists as object[][] as ModelMessage[][],
      window: this.#window,
      limit,
      counter: this.#counter,
      order: log,
      isFiltered: options.query !== undefined || Object.keys(options.tags ?? {}).length > 0,
    }) as object[] as TMessage[]
  }

  /**
   * All or nothing in the memories of this process; the others are written before them, one after another.
   * @throws MemoryError as a provider's own write; CompositeWriteError when another provider fails
   */
  write(messages: readonly TMessage[], options: WriteOptions = {}): Promise<void> {
    const sessionId = options.sessionId ?? DEFAULT_SESSION
    const writing = (this.#writing.get(sessionId) ?? Promise.resolve()).then(() => this.#write(messages, options))
    const settled = writing.catch(() => {})
    this.#writing.set(sessionId, settled)
    void settled.then(() => {
      if (this.#writing.get(sessionId) === settled) this.#writing.delete(sessionId)
    })
    return writing
  }

  /** @throws MemoryError when a provider cannot forget; the others have */
  async clear(sessionId?: string): Promise<void> {
    this.#logs.forget(sessionId)
    await Promise.all(this.#providers.map((provider) => provider.clear?.(sessionId)))
    const kept = this.#providers.filter((provider) => !provider.clear).map(({ type }) => type)
    if (kept.length > 0) throw new MemoryError('CONFLICT', `${kept.join(', ')} cannot clear; the others have.`)
  }

  /** Every provider's, each message once: with the first that has it. Session by session, oldest first. */
  async entries(sessionId?: string): Promise<MemoryEntry<TMessage>[]> {
    const lists = await Promise.all(
      this.#providers.map(async (provider) => (await provider.entries?.(sessionId)) ?? []),
    )
    return mergeEntries(lists, (session, id) => this.#logs.living(session, Date.now())?.placeOf(id)?.seq)
  }

  /** Where one memory recalls by the query, it narrows no other of this process. */
  #askedOf(provider: MemoryProvider<TMessage>, options: ReadOptions): ReadOptions {
    const isRecalled = this.#providers.some((other) => other instanceof LocalMemory && other.recalls)
    if (!isRecalled || !(provider instanceof LocalMemory) || provider.recalls) return options
    return { ...options, query: undefined }
  }

  async #write(messages: readonly TMessage[], options: WriteOptions): Promise<void> {
    const named = messages.flatMap((message) => withId(message))
    const stores = this.#providers.flatMap((provider) =>
      provider instanceof LocalMemory ? [provider.prepareWrite(named, options)] : [],
    )
    const stored: string[] = []
    for (const provider of this.#providers) {
      if (provider instanceof LocalMemory) continue
      try {
        await provider.write(named, options)
        stored.push(provider.type)
      } catch (cause) {
        throw new CompositeWriteError({ failed: provider.type, stored, cause })
      }
    }
    for (const store of stores) store()
    this.#note(named, options)
  }

  /** Remembers the order of what was written. Where it cannot be told, the providers' own lists decide. */
  #note(messages: readonly object[], options: WriteOptions): void {
    const sessionId = options.sessionId ?? DEFAULT_SESSION
    const now = Date.now()
    const log = this.#logs.living(sessionId, now) ?? new SessionLog(sessionId, now)
    const list = prepare(messages, () => false)
    const write = { list, options, handedOf: () => undefined, counter: this.#counter, now }
    try {
      storeWrite(log, write, decideWrite(log, write))
    } catch (error) {
      if (error instanceof MemoryError) return
      throw error
    }
    // The calls of an open turn are asked for when their results come.
    log.forgetBefore(log.turnOpen ? log.lastTurnSeq : log.messageCount + 1)
    this.#logs.keep(log, now)
  }
}

/** The same object where it has an id; none for instructions and summaries, which are not stored. */
function withId<TMessage extends object>(source: TMessage): TMessage[] {
  // What is no message is refused by each provider, with its place.
  const message = source as ModelMessage
  if (typeof message !== 'object' || message === null) return [source]
  if (isSystem(message) || isAnySummary(message)) return []
  return idOf(message) === undefined ? [{ ...source, id: crypto.randomUUID() }] : [source]
}
