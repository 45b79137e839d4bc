import {
  DEFAULT_SESSION,
  type MemoryEntry,
  type MemoryProvider,
  type ReadOptions,
  type WriteOptions,
} from '../memory/contract'
import type { ModelMessage } from '../memory/message'
import type { WindowInput } from '../memory/window-config'
import type { ScopedLoci } from './scoped-loci'
import type { EntryFacts } from './wire'

interface Handed {
  readId: string
  sessionId: string
  /** Which read of this process handed it out; the newest one counts. */
  order: number
}

/**
 * Memory over the wire for anything that takes AgentLIB's `MemoryProvider`.
 *
 * What a read handed out is remembered with the message objects themselves, never by session: two runs of one thread in
 * one process keep apart, and a message that is dropped or copied takes its token with it or leaves it behind. Messages
 * carry their ids besides, so a write aligns even when the objects were cloned (R2).
 *
 * `TMessage` is the type of the agent's messages; what comes back is what was written, with an id.
 */
export class LociMemory<TMessage extends object = ModelMessage> implements MemoryProvider<TMessage> {
  readonly type = 'loci'
  readonly #loci: ScopedLoci
  readonly #agentName: string | undefined
  readonly #window: WindowInput | undefined
  readonly #handed = new WeakMap<object, Handed>()
  #reads = 0

  /**
   * `agentName` is the agent whose window counts; a call may name another. `window` is the default that the agent's code
   * carries: it counts where the agent's setting leaves calls their own window, and yields to the setting where not (W2).
   */
  constructor(options: { loci: ScopedLoci; agentName?: string | undefined; window?: WindowInput | undefined }) {
    this.#loci = options.loci
    this.#agentName = options.agentName
    this.#window = options.window
  }

  /** The messages that the agent's window shows now; an unknown session is empty. */
  async read(options: ReadOptions = {}): Promise<TMessage[]> {
    const sessionId = options.sessionId ?? DEFAULT_SESSION
    this.#reads += 1
    const order = this.#reads
    const { messages, readId } = await this.#loci.memory.read({
      sessionId,
      agentName: options.agentName ?? this.#agentName,
      runId: options.runId,
      limit: options.limit,
      query: options.query,
      tags: options.tags,
      window: this.#window,
    })
    for (const message of messages) this.#handed.set(message, { readId, sessionId, order })
    // They are what the agent wrote.
    return messages as object[] as TMessage[]
  }

  /** Takes the agent's whole state; the history in it is recognised and not stored again. */
  async write(messages: readonly TMessage[], options: WriteOptions = {}): Promise<void> {
    const sessionId = options.sessionId ?? DEFAULT_SESSION
    await this.#loci.memory.write({
      sessionId,
      // The server says what is no message.
      messages: messages as readonly object[] as ModelMessage[],
      agentName: options.agentName ?? this.#agentName,
      runId: options.runId,
      tags: options.tags,
      metadata: options.metadata,
      ttl: options.ttl,
      readId: this.#readIdOf(messages, sessionId),
    })
  }

  /** Deletes a session, or without one every session of this memory's own scope. */
  async clear(sessionId?: string): Promise<void> {
    await this.#loci.memory.clear(sessionId === undefined ? { all: true } : { sessionId })
  }

  /** Everything that was written, oldest first, however many pages it takes. */
  async entries(sessionId?: string): Promise<MemoryEntry<TMessage>[]> {
    const entries: MemoryEntry<TMessage>[] = []
    let cursor: string | undefined
    do {
      const page = await this.#loci.memory.entries({ sessionId, cursor, limit: 200 })
      for (const entry of page.items) {
        entries.push({
          ...entryFacts(entry),
          // As in read.
          messages: entry.messages as object[] as TMessage[],
        })
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return entries
  }

  #readIdOf(messages: readonly object[], sessionId: string): string | undefined {
    let newest: Handed | undefined
    for (const message of messages) {
      const handed = this.#handed.get(message)
      if (handed?.sessionId === sessionId && (newest === undefined || handed.order > newest.order)) newest = handed
    }
    return newest?.readId
  }
}

function entryFacts(entry: EntryFacts): Omit<MemoryEntry, 'messages'> {
  const { createdAt, accessedAt, agentName, runId, tags, tokenCount, expiresAt } = entry.metadata
  return {
    id: entry.id,
    sessionId: entry.threadId,
    metadata: {
      createdAt: new Date(createdAt),
      accessedAt: new Date(accessedAt),
      tags,
      tokenCount,
      ...(agentName === null ? {} : { agentName }),
      ...(runId === null ? {} : { runId }),
      ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt) }),
    },
  }
}
