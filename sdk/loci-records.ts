import type { MemoryThread } from '../memory/better-agent/agent-memory'
import { type MemoryMessage, withoutPlace } from '../memory/better-agent/agent-message'
import { MemoryError } from '../memory/better-agent/memory-error'
import {
  type BetterAgentStorage,
  MESSAGES_TABLE,
  type StoreListQuery,
  type StoreListResult,
  THREADS_TABLE,
} from '../memory/better-agent/storage'
import type { LociThreads, PlacedMessage } from './loci-threads'

interface WaitingSet {
  readonly record: MemoryMessage
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Loci's threads as records, for a program that asks for tables. What is neither threads nor messages goes to `rest`. */
export class LociRecords implements BetterAgentStorage {
  readonly #threads: LociThreads
  readonly #rest: BetterAgentStorage
  readonly #waiting = new Map<string, WaitingSet[]>()

  constructor(threads: LociThreads, rest: BetterAgentStorage) {
    this.#threads = threads
    this.#rest = rest
  }

  get<T = unknown>(table: string, id: string): T | undefined | Promise<T | undefined> {
    if (table === THREADS_TABLE) return asked(this.#threads.get(placeOf(id)))
    if (table === MESSAGES_TABLE) throw impossible('a message is found through its thread, not by the id of a record')
    return this.#rest.get<T>(table, id)
  }

  set<T = unknown>(table: string, id: string, value: T): void | Promise<void> {
    // Better Agent gives each table its own kind of record.
    if (table === THREADS_TABLE) return this.#threads.set(placeOf(id), value as unknown as MemoryThread)
    if (table === MESSAGES_TABLE) return this.#setMessage(value as unknown as MemoryMessage)
    return this.#rest.set(table, id, value)
  }

  /** A message's record goes with its thread; one alone stays (see docs/better-agent.md). */
  delete(table: string, id: string): void | Promise<void> {
    if (table === THREADS_TABLE) return this.#threads.delete(placeOf(id))
    if (table !== MESSAGES_TABLE) return this.#rest.delete(table, id)
  }

  list<T = unknown>(table: string, query: StoreListQuery = {}): StoreListResult<T> | Promise<StoreListResult<T>> {
    if (table === THREADS_TABLE) return asked(this.#listThreads(query))
    if (table === MESSAGES_TABLE) return asked(this.#listMessages(query))
    return this.#rest.list<T>(table, query)
  }

  async #listThreads({ where = {}, orderBy = {}, take }: StoreListQuery): Promise<StoreListResult> {
    const { agentName, scope, ...others } = where
    assertNothingElse(others, 'threads are found by agentName and scope')
    if (Object.entries(orderBy).some(([field, direction]) => field !== 'updatedAt' || direction !== 'desc')) {
      throw impossible('threads come with the last used first')
    }
    if (take === 0) return { items: [] }
    const named = { named: textOf(scope), agentName: textOf(agentName) }
    return { items: await this.#threads.list({ scope: undefined, ...named, limit: take }) }
  }

  async #listMessages({ where = {}, orderBy = {}, take }: StoreListQuery): Promise<StoreListResult> {
    const { threadId, runId, ...others } = where
    assertNothingElse(others, 'messages are found by threadId and runId')
    if (typeof threadId !== 'string') throw impossible('messages are listed of one thread')
    if (Object.keys(orderBy).some((field) => field !== 'createdAt')) throw impossible('messages come in their order')
    const isNewestFirst = orderBy.createdAt === 'desc'
    const count = isNewestFirst && runId === undefined ? (take ?? Infinity) : Infinity
    if (take === 0) return { items: [] }
    const { messages } = await this.#threads.newest(placeOf(threadId), { count, beforeRunId: undefined })
    const found = runId === undefined ? messages : messages.filter((message) => message.runId === runId)
    return { items: (isNewestFirst ? found.toReversed() : found).slice(0, take) }
  }

  /** Records of one thread that are set at once are one write: parallel calls would have no order. */
  #setMessage(record: MemoryMessage): Promise<void> {
    const { threadId } = record
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(threadId)
      if (waiting) {
        waiting.push({ record, resolve, reject })
        return
      }
      const batch = [{ record, resolve, reject }]
      this.#waiting.set(threadId, batch)
      queueMicrotask(() => {
        this.#waiting.delete(threadId)
        void this.#write(threadId, batch)
      })
    })
  }

  async #write(threadId: string, batch: readonly WaitingSet[]): Promise<void> {
    const records = batch.map(({ record }) => record).toSorted((left, right) => left.createdAt - right.createdAt)
    try {
      for (const runId of new Set(records.map((record) => record.runId))) {
        const messages = records.filter((record) => record.runId === runId).map(placedMessage)
        await this.#threads.write(placeOf(threadId), { runId, agentName: undefined, messages })
      }
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

function placedMessage(record: MemoryMessage): PlacedMessage {
  const { runId, createdAt } = record
  return { message: withoutPlace(record), facts: { runId, createdAt } }
}

function placeOf(threadId: string) {
  return { scope: undefined, threadId }
}

/** A storage is asked for the type that was stored; only its caller knows it. */
function asked<T>(answer: Promise<unknown>): Promise<T> {
  return answer as Promise<T>
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function assertNothingElse(others: object, why: string): void {
  if (Object.keys(others).length > 0) throw impossible(`${why}, not by ${Object.keys(others).join(', ')}`)
}

function impossible(why: string): MemoryError {
  return new MemoryError('INVALID_INPUT', `Loci is no table of records: ${why}.`)
}
