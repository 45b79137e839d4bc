import type { MemoryIdGenerator } from './agent-memory'
import type { AgentInputMessage, AgentMessage, MemoryMessage } from './agent-message'
import { MemoryError } from './memory-error'
import { defaultGenerateId, type MessageRecord, makeRecords, messageOf, orderRecords, startOf } from './message-records'
import { REPEATED_ID, withId } from './new-message'
import { type BetterAgentStorage, MESSAGES_TABLE } from './storage'

/** Records that a fork writes at once. */
const COPIED_AT_ONCE = 50
/** Beyond twice an append's own length, how far back it looks for what is known already. */
const LOOKED_BACK = 20

/** A message with the run that it keeps, and its time where it keeps that too; 0: now. */
export type CopiedMessage = AgentMessage & { runId?: string; createdAt: number }

/** Messages in a record storage. */
export class RecordMessages {
  readonly #storage: BetterAgentStorage
  readonly #generateId: MemoryIdGenerator

  constructor(storage: BetterAgentStorage, generateId: MemoryIdGenerator) {
    this.#storage = storage
    this.#generateId = generateId
  }

  messageOf(record: MessageRecord, threadId: string): MemoryMessage {
    return messageOf(record, threadId)
  }

  async hasAny(key: string): Promise<boolean> {
    const { items } = await this.#list({ where: { threadId: key }, take: 1 })
    return items.length > 0
  }

  async all(key: string): Promise<MessageRecord[]> {
    const { items } = await this.#list({ where: { threadId: key }, orderBy: { createdAt: 'asc' } })
    return orderRecords(items, true)
  }

  /** At least the newest `count`, or the whole thread, and of a run's view what was there before the run. */
  async newest(
    key: string,
    { count, beforeRunId }: { count: number; beforeRunId: string | undefined },
  ): Promise<{ records: MessageRecord[]; isWhole: boolean }> {
    const before = beforeRunId === undefined ? undefined : await this.#startOfRun(key, beforeRunId)
    // Infinity is the whole thread; a little more than asked for, since an append may be cut by the page's end.
    for (let take = count + 8; ; take *= 4) {
      const { items } = await this.#list({
        where: { threadId: key },
        orderBy: { createdAt: 'desc' },
        ...(Number.isFinite(take) ? { take } : {}),
      })
      const isWhole = items.length < take
      const ordered = orderRecords(items.toReversed(), isWhole)
      const end = before === undefined ? -1 : ordered.findIndex(({ runId }) => runId === beforeRunId)
      const isBeforePage = before !== undefined && end === -1
      const records = end === -1 ? ordered : ordered.slice(0, end)
      if (isWhole || (!isBeforePage && records.length >= count)) return { records, isWhole }
    }
  }

  /** Of these messages those that the thread does not have, each with an id, and the newest record's time. */
  async unknownOf(
    key: string,
    messages: readonly AgentInputMessage[],
  ): Promise<{ fresh: AgentMessage[]; lastAt: number }> {
    const { items } = await this.#list({
      where: { threadId: key },
      orderBy: { createdAt: 'desc' },
      take: 2 * messages.length + LOOKED_BACK,
    })
    const known = new Set(orderRecords(items.toReversed(), true).map(({ id }) => id))
    const fresh = messages.map(withId).filter(({ id }) => !known.has(id))
    if (new Set(fresh.map(({ id }) => id)).size < fresh.length) {
      throw new MemoryError('INVALID_INPUT', REPEATED_ID)
    }
    return { fresh, lastAt: items[0]?.createdAt ?? 0 }
  }

  /** Whole or not at all: the last record makes the others count. */
  async write(batch: {
    key: string
    runId: string | undefined
    createdAt: number
    messages: readonly AgentMessage[]
  }): Promise<MessageRecord[]> {
    const records = makeRecords({ ...batch, batchId: crypto.randomUUID() }, this.#generateId)
    await this.#assertFreeIds(records)
    try {
      await Promise.all(records.slice(0, -1).map((record) => this.#set(record)))
    } catch (cause) {
      await this.#remove(records)
      throw new MemoryError('UNAVAILABLE', 'The storage failed; nothing of the messages is stored.', { cause })
    }
    try {
      await Promise.all(records.slice(-1).map((record) => this.#set(record)))
    } catch (cause) {
      // The storage may have written it before it failed.
      const isRemoved = await this.#remove(records)
      const what = isRemoved
        ? 'nothing of the messages is stored.'
        : 'whether the messages are stored is not known: append them again with their ids, and what is stored is left alone.'
      throw new MemoryError('UNAVAILABLE', `The storage failed; ${what}`, { cause })
    }
    return records
  }

  /** Into a thread that is not shown yet. Times are kept as far as they rise. */
  async copy(key: string, messages: readonly CopiedMessage[]): Promise<void> {
    const now = Date.now()
    let last = 0
    const records = messages.flatMap(({ runId, createdAt, threadId: _threadId, ...message }) => {
      last = Math.max(last + 1, createdAt === 0 ? now : createdAt)
      return makeRecords({ key, runId, createdAt: last, messages: [message], batchId: '' }, this.#generateId)
    })
    await this.#assertFreeIds(records)
    for (let from = 0; from < records.length; from += COPIED_AT_ONCE) {
      await Promise.all(records.slice(from, from + COPIED_AT_ONCE).map((record) => this.#set(record)))
    }
  }

  async #startOfRun(key: string, runId: string): Promise<number | undefined> {
    const { items } = await this.#list({ where: { threadId: key, runId }, orderBy: { createdAt: 'asc' } })
    const [first] = orderRecords(items, true)
    return first && startOf(first)
  }

  /** An id that is made twice would overwrite a message; the default ids hold all that tells two records apart. */
  async #assertFreeIds(records: readonly MessageRecord[]): Promise<void> {
    if (this.#generateId === defaultGenerateId) return
    const ids = records.flatMap(({ lociRecord }) => lociRecord?.id ?? [])
    const stored = await Promise.all(ids.map((id) => this.#storage.get<MessageRecord>(MESSAGES_TABLE, id)))
    const isOthers = (record: MessageRecord | undefined, index: number) =>
      record !== undefined && (record.threadId !== records[index]?.threadId || record.id !== records[index]?.id)
    if (new Set(ids).size === ids.length && !stored.some(isOthers)) return
    throw new MemoryError('CONFLICT', 'generateId made the id of another message record; nothing is stored.')
  }

  async #remove(records: readonly MessageRecord[]): Promise<boolean> {
    const ids = records.flatMap(({ lociRecord }) => lociRecord?.id ?? [])
    const results = await Promise.allSettled(ids.map(async (id) => this.#storage.delete(MESSAGES_TABLE, id)))
    return results.at(-1)?.status === 'fulfilled'
  }

  async #set(record: MessageRecord): Promise<void> {
    await this.#storage.set(MESSAGES_TABLE, record.lociRecord?.id ?? '', record)
  }

  async #list(query: Parameters<BetterAgentStorage['list']>[1]): Promise<{ items: MessageRecord[] }> {
    return this.#storage.list<MessageRecord>(MESSAGES_TABLE, query)
  }
}
