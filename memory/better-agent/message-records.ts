import type { MemoryIdGenerator } from './agent-memory'
import type { AgentMessage, MemoryMessage } from './agent-message'

/** What Loci keeps in a message's record besides the message. */
interface RecordFacts {
  /** The record's own id in its table: a storage lists records without their ids. */
  readonly id: string
  /** Of an append of several messages; the last of them is written last, and without it none of them counts. */
  readonly batch?: { readonly id: string; readonly index: number; readonly size: number }
  /** The message's own field of this name. */
  readonly own?: unknown
}

/** A row of the messages' table; one that another program wrote has no facts. */
export type MessageRecord = MemoryMessage & { lociRecord?: RecordFacts }

export interface NewRecords {
  readonly key: string
  readonly runId: string | undefined
  /** Of the first message, in ms; the others follow one by one. */
  readonly createdAt: number
  readonly messages: readonly AgentMessage[]
  readonly batchId: string
}

/** The rows of one append, in order. */
export function makeRecords({ key, messages, batchId, ...batch }: NewRecords, generateId: MemoryIdGenerator) {
  return messages.map((message, index): MessageRecord => {
    const createdAt = batch.createdAt + index
    const runId = batch.runId === undefined ? {} : { runId: batch.runId }
    const id = generateId('messageRecord', { threadId: key, ...runId, createdAt, messageId: message.id, index })
    const facts: RecordFacts = {
      id,
      ...(messages.length === 1 ? {} : { batch: { id: batchId, index, size: messages.length } }),
      ...('lociRecord' in message ? { own: message.lociRecord } : {}),
    }
    return { ...message, threadId: key, ...runId, createdAt, lociRecord: facts }
  })
}

/** Row ids under which the record may stand, the one that it says itself first. */
export function recordIdsOf(record: MessageRecord, generateId: MemoryIdGenerator): string[] {
  const own = record.lociRecord?.id
  if (own !== undefined) return [own]
  const { threadId, runId, createdAt, id } = record
  const context = { threadId, runId, createdAt, messageId: id }
  return [...new Set([defaultGenerateId('messageRecord', context), generateId('messageRecord', context)])]
}

export const defaultGenerateId: MemoryIdGenerator = (kind, context = {}) => {
  const { threadId, createdAt, messageId } = context
  const isNamed = kind === 'messageRecord' && threadId !== undefined && createdAt !== undefined
  return isNamed && messageId !== undefined ? `${threadId}:${createdAt}:${messageId}` : `${kind}_${crypto.randomUUID()}`
}

/** The message of a row, as it was handed in. */
export function messageOf(record: MessageRecord, threadId: string): MemoryMessage {
  const { lociRecord: facts, ...message } = record
  return facts && 'own' in facts ? { ...message, threadId, lociRecord: facts.own } : { ...message, threadId }
}

/** When the append that the row belongs to began, in ms. */
export function startOf(record: MessageRecord): number {
  return record.createdAt - (record.lociRecord?.batch?.index ?? 0)
}

/**
 * The rows of a thread in order, without those of an append that was never finished. Appends of two processes may share
 * times; each stays in one piece. Of a page (`isWhole` false) what stands before an append of which the beginning is
 * missing is left out, so that there is no hole.
 */
export function orderRecords(records: readonly MessageRecord[], isWhole: boolean): MessageRecord[] {
  const finished = new Set<string>()
  for (const { lociRecord } of records) {
    const batch = lociRecord?.batch
    if (batch && batch.index === batch.size - 1) finished.add(batch.id)
  }
  const sorted = records
    .filter(({ lociRecord }) => lociRecord?.batch === undefined || finished.has(lociRecord.batch.id))
    .toSorted(compareRecords)
  if (isWhole) return sorted
  const holeBefore = sorted.findLastIndex(({ lociRecord }, index) => {
    const batch = lociRecord?.batch
    if (batch === undefined || batch.index === 0) return false
    return sorted[index - 1]?.lociRecord?.batch?.id !== batch.id
  })
  return sorted.slice(Math.max(holeBefore, 0))
}

function compareRecords(left: MessageRecord, right: MessageRecord): number {
  const [one, other] = [left.lociRecord?.batch, right.lociRecord?.batch]
  const byTime = startOf(left) - startOf(right)
  if (byTime !== 0) return byTime
  const [oneId, otherId] = [one?.id ?? '', other?.id ?? '']
  if (oneId !== otherId) return oneId < otherId ? -1 : 1
  return (one?.index ?? 0) - (other?.index ?? 0)
}
