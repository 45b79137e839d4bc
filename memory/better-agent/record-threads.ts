import type { MemoryIdGenerator, MemoryThread } from './agent-memory'
import { MemoryError } from './memory-error'
import { type MessageRecord, recordIdsOf } from './message-records'
import { type BetterAgentStorage, MESSAGES_TABLE, THREADS_TABLE } from './storage'
import { placeOfKey, threadKey } from './thread-key'
import type { ThreadPlace, ThreadQuery } from './thread-store'

/** A thread of which only a part may be there: such a thread is not shown, and whoever writes to it next clears it away. */
type Pending = 'fork' | 'delete'

const PENDING = 'lociPending'

export interface FoundThread {
  readonly key: string
  /** As it is stored; undefined when there is none. */
  readonly record: MemoryThread | undefined
}

/** Threads in a record storage. */
export class RecordThreads {
  readonly #storage: BetterAgentStorage
  readonly #generateId: MemoryIdGenerator

  constructor(storage: BetterAgentStorage, generateId: MemoryIdGenerator) {
    this.#storage = storage
    this.#generateId = generateId
  }

  /** The thread's record, whole or pending. A scoped thread that Better Agent made stands under its own id. */
  async find(place: ThreadPlace): Promise<FoundThread> {
    const key = threadKey(place)
    const record = await this.#storage.get<MemoryThread>(THREADS_TABLE, key)
    if (record !== undefined || place.scope === undefined) return { key, record }
    const plainKey = threadKey({ scope: undefined, threadId: place.threadId })
    const plain = await this.#storage.get<MemoryThread>(THREADS_TABLE, plainKey)
    return plain?.scope === place.scope ? { key: plainKey, record: plain } : { key, record: undefined }
  }

  async save(key: string, thread: MemoryThread): Promise<void> {
    await this.#storage.set(THREADS_TABLE, key, { ...thread, id: key })
  }

  /** Hides the thread until it is whole, or gone. */
  async savePending(key: string, thread: MemoryThread, pending: Pending): Promise<void> {
    await this.save(key, { ...thread, metadata: { ...thread.metadata, [PENDING]: pending } })
  }

  /** Removes messages first: in a database they refer to the thread. */
  async remove(key: string): Promise<void> {
    await this.#removeMessages(key)
    await this.#storage.delete(THREADS_TABLE, key)
  }

  /** The most recently used first. */
  async list({ scope, named, agentName, limit }: ThreadQuery): Promise<MemoryThread[]> {
    const field = scope ?? named
    const where = {
      ...(agentName === undefined ? {} : { agentName }),
      ...(field === undefined ? {} : { scope: field }),
    }
    for (let take = limit === undefined ? undefined : limit + 10; ; take = take === undefined ? take : take * 4) {
      const { items } = await this.#storage.list<MemoryThread>(THREADS_TABLE, {
        ...(Object.keys(where).length > 0 ? { where } : {}),
        orderBy: { updatedAt: 'desc' },
        ...(take === undefined ? {} : { take }),
      })
      const shown = items.filter((record) => !isPending(record) && isWithin(record, scope))
      const isEnd = take === undefined || items.length < take
      if (isEnd || (limit !== undefined && shown.length >= limit)) return shown.slice(0, limit).map(threadOf)
    }
  }

  async #removeMessages(key: string): Promise<void> {
    const tried = new Set<string>()
    for (;;) {
      const { items } = await this.#storage.list<MessageRecord>(MESSAGES_TABLE, { where: { threadId: key }, take: 200 })
      if (items.length === 0) return
      const ids = items.flatMap((record) => recordIdsOf(record, this.#generateId))
      if (ids.every((id) => tried.has(id))) throw unreachable(items.length)
      for (const id of ids) tried.add(id)
      await Promise.all(ids.map((id) => this.#storage.delete(MESSAGES_TABLE, id)))
    }
  }
}

export function isPending(record: MemoryThread | undefined): boolean {
  return record?.metadata !== undefined && PENDING in record.metadata
}

/** The thread under the id that its user knows. */
export function threadOf(record: MemoryThread): MemoryThread {
  return { ...record, id: placeOfKey(record.id).threadId }
}

/** A scope's, or those of the storage's own space. */
function isWithin(record: MemoryThread, scope: string | undefined): boolean {
  return scope === undefined ? placeOfKey(record.id).scope === undefined : record.scope === scope
}

function unreachable(count: number): MemoryError {
  return new MemoryError(
    'UNAVAILABLE',
    `${count} messages were written by another program, under record ids that generateId does not make.`,
  )
}
