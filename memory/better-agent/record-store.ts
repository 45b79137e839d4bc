import type { MemoryIdGenerator, MemoryThread, TransformMessages } from './agent-memory'
import { type MemoryMessage, withoutPlace } from './agent-message'
import { withoutSplitExchanges } from './fork-messages'
import { MemoryError } from './memory-error'
import { withId } from './new-message'
import { type CopiedMessage, RecordMessages } from './record-messages'
import { type FoundThread, isPending, RecordThreads, threadOf } from './record-threads'
import type { BetterAgentStorage } from './storage'
import { createThreadQueue } from './thread-queue'
import type { MessageBatch, NewestMessages, ThreadPlace, ThreadQuery, ThreadStore } from './thread-store'

/** What all memories over one storage share in this process. */
interface Shared {
  /** They must not write to one thread at once. */
  readonly inTurn: ReturnType<typeof createThreadQueue>
  /** ms; later than any time it gave before. */
  readonly now: () => number
}

const shared = new WeakMap<BetterAgentStorage, Shared>()

function sharedBy(storage: BetterAgentStorage): Shared {
  const found = shared.get(storage) ?? { inTurn: createThreadQueue(), now: createRisingClock() }
  shared.set(storage, found)
  return found
}

function createRisingClock(): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, Date.now())
    return last
  }
}

/** Threads and messages as records of any storage (`BetterAgentStorage`). */
export class RecordStore implements ThreadStore {
  readonly #threads: RecordThreads
  readonly #messages: RecordMessages
  readonly #inTurn: Shared['inTurn']
  readonly #now: Shared['now']

  constructor(storage: BetterAgentStorage, generateId: MemoryIdGenerator) {
    this.#threads = new RecordThreads(storage, generateId)
    this.#messages = new RecordMessages(storage, generateId)
    const { inTurn, now } = sharedBy(storage)
    this.#inTurn = inTurn
    this.#now = now
  }

  async get(place: ThreadPlace): Promise<MemoryThread | undefined> {
    const { record } = await this.#threads.find(place)
    return record === undefined || isPending(record) ? undefined : threadOf(record)
  }

  list(query: ThreadQuery): Promise<MemoryThread[]> {
    return this.#threads.list(query)
  }

  set(place: ThreadPlace, thread: MemoryThread): Promise<void> {
    return this.#change(place, ({ key }) => this.#threads.save(key, scoped(thread, place)))
  }

  delete(place: ThreadPlace): Promise<void> {
    return this.#inTurn(queueName(place), async () => {
      const { key, record } = await this.#threads.find(place)
      if (record === undefined && !(await this.#messages.hasAny(key))) return
      const thread = record ?? emptyThread(place, { agentName: '', now: this.#now() })
      if (!isPending(record)) await this.#threads.savePending(key, thread, 'delete')
      await this.#finishRemoval(key, place)
    })
  }

  async newest(place: ThreadPlace, query: { count: number; beforeRunId: string | undefined }): Promise<NewestMessages> {
    const { key, record } = await this.#threads.find(place)
    const isHidden = isPending(record) || (record === undefined && place.scope !== undefined)
    if (isHidden) return { messages: [], isWhole: true }
    const { records, isWhole } = await this.#messages.newest(key, query)
    return { messages: records.map((found) => this.#messages.messageOf(found, place.threadId)), isWhole }
  }

  append(place: ThreadPlace, { runId, agentName, messages }: MessageBatch): Promise<MemoryMessage[]> {
    return this.#change(place, async ({ key, record }) => {
      const { fresh, lastAt } = await this.#messages.unknownOf(key, messages)
      if (fresh.length === 0) return []
      const createdAt = Math.max(this.#now(), lastAt + 1)
      const thread = record ?? emptyThread(place, { agentName: agentName ?? '', now: createdAt })
      const write = async () => {
        // First, so that nothing can fail once the messages are there; a database wants the thread before them besides.
        await this.#threads.save(key, { ...thread, updatedAt: Math.max(thread.updatedAt, createdAt) })
        return this.#messages.write({ key, runId, createdAt, messages: fresh })
      }
      const written = await write().catch(async (error: unknown) => {
        if (record === undefined) await this.#threads.remove(key).catch(() => undefined)
        throw error
      })
      return written.map((found) => this.#messages.messageOf(found, place.threadId))
    })
  }

  fork(place: ThreadPlace, from: ThreadPlace, transform: TransformMessages | undefined): Promise<MemoryThread> {
    return this.#change(place, async ({ key, record }) => {
      const source = await this.#threads.find(from)
      if (source.record === undefined || isPending(source.record)) throw notFound(from)
      if (record !== undefined) throw conflict(place)
      const stored = await this.#messages.all(source.key)
      const own = stored.map((found) => this.#messages.messageOf(found, place.threadId))
      const messages = transform === undefined ? own : await transformed(own, transform)
      const now = this.#now()
      const thread = scoped({ ...threadOf(source.record), createdAt: now, updatedAt: now }, place)
      await this.#threads.savePending(key, thread, 'fork')
      try {
        await this.#messages.copy(key, messages)
        await this.#threads.save(key, thread)
      } catch (cause) {
        await this.#undoFork(key, { place, thread, cause })
      }
      return { ...thread, id: place.threadId }
    })
  }

  /** In turn, with the thread as it is; what a fork or a deletion left half done is cleared away first. */
  #change<T>(place: ThreadPlace, work: (found: FoundThread) => Promise<T>): Promise<T> {
    return this.#inTurn(queueName(place), async () => {
      const found = await this.#threads.find(place)
      if (!isPending(found.record)) return work(found)
      await this.#finishRemoval(found.key, place)
      return work({ key: found.key, record: undefined })
    })
  }

  async #finishRemoval(key: string, place: ThreadPlace): Promise<void> {
    try {
      await this.#threads.remove(key)
    } catch (cause) {
      const why = cause instanceof Error ? ` ${cause.message}` : ''
      const what = `Thread '${place.threadId}' is hidden, but not all of it could be removed: delete it again.`
      throw new MemoryError('UNAVAILABLE', what + why, { cause })
    }
  }

  /** Hides it again first: that it is whole may have been stored before the storage failed. */
  async #undoFork(key: string, { place, thread, cause }: { place: ThreadPlace; thread: MemoryThread; cause: unknown }) {
    const left = await this.#threads.savePending(key, thread, 'fork').then(
      () =>
        this.#threads.remove(key).then(
          () => 'nothing of it is left',
          () => 'what is left of it is hidden, and goes when the id is used again',
        ),
      () => 'it is whole, or hidden until the id is used again',
    )
    throw new MemoryError('UNAVAILABLE', `Thread '${place.threadId}' could not be made; ${left}.`, { cause })
  }
}

function queueName({ scope, threadId }: ThreadPlace): string {
  return JSON.stringify([scope ?? null, threadId])
}

function scoped(thread: MemoryThread, { scope }: ThreadPlace): MemoryThread {
  return scope === undefined ? thread : { ...thread, scope }
}

function emptyThread(place: ThreadPlace, { agentName, now }: { agentName: string; now: number }): MemoryThread {
  return scoped({ id: place.threadId, agentName, createdAt: now, updatedAt: now }, place)
}

async function transformed(own: readonly MemoryMessage[], transform: TransformMessages): Promise<CopiedMessage[]> {
  const given = await transform(own.map(withoutPlace))
  const ids = given.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new MemoryError('INVALID_INPUT', 'Two messages of the fork have one id.')
  const byId = new Map(own.map((message) => [message.id, message]))
  return withoutSplitExchanges(own, given).map((message) => {
    const { runId, createdAt } = byId.get(message.id ?? '') ?? {}
    return { ...withId(message), ...(runId === undefined ? {} : { runId }), createdAt: createdAt ?? 0 }
  })
}

function notFound({ threadId }: ThreadPlace): MemoryError {
  return new MemoryError('NOT_FOUND', `Thread '${threadId}' not found.`)
}

function conflict({ threadId }: ThreadPlace): MemoryError {
  return new MemoryError('CONFLICT', `There is a thread '${threadId}' already: give the fork another id.`)
}
