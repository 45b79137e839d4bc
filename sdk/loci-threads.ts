import type { MemoryThread, TransformMessages } from '../memory/better-agent/agent-memory'
import {
  type AgentInputMessage,
  type AgentMessage,
  type MemoryMessage,
  withoutPlace,
} from '../memory/better-agent/agent-message'
import { MemoryError } from '../memory/better-agent/memory-error'
import { REPEATED_ID, withId } from '../memory/better-agent/new-message'
import { agentMessageOf, type StoredFacts, storedMessageOf } from '../memory/better-agent/stored-message'
import type {
  HistoryQuery,
  MessageBatch,
  NewestMessages,
  ThreadPlace,
  ThreadQuery,
  ThreadStore,
} from '../memory/better-agent/thread-store'
import { LociError } from './error'
import type { ScopedLoci } from './scoped-loci'
import type { ListThreadsInput, StoredMessage, ThreadFacts } from './wire'

const PAGE = 200
/** Beyond twice an append's own length, how far back it looks for what is known already. */
const LOOKED_BACK = 20
const SCOPE_TAG = 'better-agent-scope'

/** A message with what its writer says about it. */
export interface PlacedMessage {
  readonly message: AgentInputMessage
  readonly facts: StoredFacts
}

/** Better Agent's threads and messages in Loci: each call costs what it asks for, not what the thread holds. */
export class LociThreads implements ThreadStore {
  readonly #scopeOf: (scope: string | undefined) => ScopedLoci

  /** @param scopeOf the connection that leads to a scope; without one, to the storage's own. */
  constructor(scopeOf: (scope: string | undefined) => ScopedLoci) {
    this.#scopeOf = scopeOf
  }

  async get({ scope, threadId }: ThreadPlace): Promise<MemoryThread | undefined> {
    const facts = await orAbsent(this.#scopeOf(scope).threads.get({ threadId }))
    return facts && threadOf(facts, scope)
  }

  list({ scope, named, agentName, limit }: ThreadQuery): Promise<MemoryThread[]> {
    return this.#pages(scope, { agentName, limit, ...(named === undefined ? {} : { tags: { [SCOPE_TAG]: named } }) })
  }

  async #pages(scope: string | undefined, query: Pick<ListThreadsInput, 'agentName' | 'tags' | 'limit'>) {
    const { threads } = this.#scopeOf(scope)
    const most = query.limit ?? Infinity
    const found: MemoryThread[] = []
    let cursor: string | undefined
    do {
      const page = await threads.list({ ...query, limit: Math.min(PAGE, most - found.length), cursor })
      found.push(...page.items.map((facts) => threadOf(facts, scope)))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && found.length < most)
    return found
  }

  async set({ scope, threadId }: ThreadPlace, thread: MemoryThread): Promise<void> {
    const { threads } = this.#scopeOf(scope)
    const changes = {
      title: thread.title ?? null,
      state: thread.state ?? null,
      ...(thread.agentName === '' ? {} : { agentName: thread.agentName }),
      ...(scope === undefined && thread.scope !== undefined ? { addTags: { [SCOPE_TAG]: thread.scope } } : {}),
    }
    const stored = await orAbsent(threads.get({ threadId }))
    if (stored === undefined) {
      const { addTags: tags, ...rest } = { addTags: undefined, ...changes }
      const made = await threads.create({ threadId, ...rest, tags, metadata: thread.metadata }).catch(orConflict)
      if (made !== undefined) return
    }
    // The server merges metadata by key: what is gone is set to null, and null is read as absent.
    const gone = Object.keys(stored?.metadata ?? {}).map((key): [string, null] => [key, null])
    await threads.update({ threadId, ...changes, metadata: { ...Object.fromEntries(gone), ...thread.metadata } })
  }

  async delete({ scope, threadId }: ThreadPlace): Promise<void> {
    await this.#scopeOf(scope).threads.delete({ threadId })
  }

  async newest(
    { scope, threadId }: ThreadPlace,
    { count, beforeRunId }: { count: number; beforeRunId: string | undefined },
  ): Promise<NewestMessages> {
    const { messages } = this.#scopeOf(scope)
    const pages: StoredMessage[][] = []
    let left = count
    let before: number | undefined
    for (;;) {
      const limit = Math.min(PAGE, left)
      const page = await orAbsent(messages.list({ threadId, limit, before, beforeRunId }))
      const items = page?.items ?? []
      pages.unshift(items)
      before = items[0]?.seq
      left -= items.length
      const isWhole = before === undefined || before === 1
      if (isWhole || left <= 0) return { messages: pages.flat().map((item) => placed(item, threadId)), isWhole }
    }
  }

  append(place: ThreadPlace, { runId, agentName, messages }: MessageBatch): Promise<MemoryMessage[]> {
    const batch = messages.map((message) => ({ message, facts: { runId } }))
    return this.write(place, { runId, agentName, messages: batch })
  }

  /** Stores those that the thread does not have, by id, in one write. */
  async write(
    place: ThreadPlace,
    batch: { runId: string | undefined; agentName: string | undefined; messages: readonly PlacedMessage[] },
  ): Promise<MemoryMessage[]> {
    const { memory } = this.#scopeOf(place.scope)
    const { runId, agentName } = batch
    const given = batch.messages.map(({ message, facts }) => ({ message: withId(message), facts }))
    const ids = new Set(given.map(({ message }) => message.id))
    if (ids.size < given.length) throw new MemoryError('INVALID_INPUT', REPEATED_ID)
    for (let attempt = 1; ; attempt += 1) {
      const known = await this.#knownIds(place, batch.messages)
      const fresh = given.filter(({ message }) => !known.has(message.id))
      if (fresh.length === 0) return []
      const messages = fresh.map(({ message, facts }) => storedMessageOf(message, facts))
      try {
        await memory.write({ sessionId: place.threadId, messages, mode: 'append', runId, agentName })
      } catch (error) {
        // Somebody else stored one of them since we looked.
        if (attempt < 3 && LociError.isInstance(error) && error.code === 'CONFLICT') continue
        throw error
      }
      const now = Date.now()
      return fresh.map(({ message, facts }) => memoryMessage(message, { ...facts, threadId: place.threadId, now }))
    }
  }

  async fork(place: ThreadPlace, from: ThreadPlace, transform: TransformMessages | undefined): Promise<MemoryThread> {
    const { threads } = this.#scopeOf(place.scope)
    const ids = { threadId: place.threadId, fromThreadId: from.threadId }
    if (transform === undefined) return made(await threads.fork(ids), place.scope)
    // Fails first where there is no source.
    await threads.get({ threadId: from.threadId })
    const { messages: source } = await this.newest(from, { count: Infinity, beforeRunId: undefined })
    const given = await transform(source.map(withoutPlace))
    const runs = new Map(source.map(({ id, runId }) => [id, runId]))
    const messages = given.map((message) => storedMessageOf(withId(message), { runId: runs.get(message.id ?? '') }))
    return made(await threads.fork({ ...ids, messages }), place.scope)
  }

  /** The agent's window, as the installation's settings decide it; `limit` narrows it. */
  async history({ scope, threadId }: ThreadPlace, { limit, agentName, runId }: HistoryQuery): Promise<AgentMessage[]> {
    const read = { sessionId: threadId, limit, runId, agentName: agentName === '' ? undefined : agentName }
    const { messages } = await this.#scopeOf(scope).memory.read(read)
    return messages.map((message) => agentMessageOf(message).message)
  }

  async #knownIds(place: ThreadPlace, batch: readonly PlacedMessage[]): Promise<ReadonlySet<string>> {
    if (batch.every(({ message }) => message.id === undefined)) return new Set()
    const count = Math.min(PAGE, 2 * batch.length + LOOKED_BACK)
    const { messages } = await this.newest(place, { count, beforeRunId: undefined })
    return new Set(messages.map(({ id }) => id))
  }
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (LociError.isInstance(error) && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

function orConflict(error: unknown): undefined {
  if (!LociError.isInstance(error) || error.code !== 'CONFLICT') throw error
}

function made({ thread }: { thread: ThreadFacts | null }, scope: string | undefined): MemoryThread {
  if (thread === null) throw new LociError({ code: 'INTERNAL', message: 'The fork has no thread.', retryable: false })
  return threadOf(thread, scope)
}

function threadOf(facts: ThreadFacts, ownScope: string | undefined): MemoryThread {
  const scope = ownScope ?? facts.tags[SCOPE_TAG]
  const metadata = Object.entries(facts.metadata).filter(([, value]) => value !== null)
  return {
    id: facts.threadId,
    agentName: facts.agentName ?? '',
    ...(scope === undefined ? {} : { scope }),
    ...(facts.title === null ? {} : { title: facts.title }),
    ...(facts.state === null ? {} : { state: facts.state }),
    ...(metadata.length === 0 ? {} : { metadata: Object.fromEntries(metadata) }),
    createdAt: Date.parse(facts.createdAt),
    updatedAt: Date.parse(facts.updatedAt),
  }
}

function placed(item: StoredMessage, threadId: string): MemoryMessage {
  const { message, facts } = agentMessageOf(item.message)
  return memoryMessage(message, { ...facts, threadId, now: Date.parse(item.createdAt) })
}

function memoryMessage(
  message: AgentMessage,
  { runId, createdAt, threadId, now }: StoredFacts & { threadId: string; now: number },
): MemoryMessage {
  return { ...message, threadId, ...(runId === undefined ? {} : { runId }), createdAt: createdAt ?? now }
}
