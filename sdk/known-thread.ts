import type { Tags } from '../memory/contract'
import { callIdsOf, canonicalForm, isSystem, type ModelMessage } from '../memory/message'
import { reconcile } from '../memory/reconcile'
import type { HandedList, IncomingMessage, StoredKey } from '../memory/stored-keys'
import { isLocalRead } from './memory-calls'
import type { ReadInput } from './wire'

/** What is remembered of one thread at most, so that a process which only writes does not grow. */
const MOST_MESSAGES = 2_000
const MOST_CHARACTERS = 1_000_000
const MOST_READS = 100

interface KnownMessage {
  /** As text: nobody who was handed a copy can change it. */
  text: string
  /** Of the write that brought it; undefined for what a read handed out. */
  tags: Tags | undefined
}

/** What this process knows of a thread: the window that was read last, and what has been written since. */
export class KnownThread {
  #messages: KnownMessage[] = []
  /** By `readId`: how many of the messages were known when it was handed out. */
  readonly #handed = new Map<string, number>()
  #runId: string | undefined

  /** Takes what a read handed out for all that is known. */
  replace({ messages, readId }: { messages: readonly ModelMessage[]; readId: string }): void {
    this.#messages = []
    this.#handed.clear()
    this.#add(messages, undefined)
    this.#handed.set(readId, this.#messages.length)
    this.#runId = undefined
  }

  /** Takes what a write brings behind what is known. */
  append(messages: readonly ModelMessage[], { tags, runId }: { tags?: Tags | undefined; runId?: string | undefined }) {
    this.#add(messages, tags ?? {})
    this.#runId = runId
  }

  #add(messages: readonly ModelMessage[], tags: Tags | undefined): void {
    const all = [...this.#messages, ...messages.map((message) => ({ text: JSON.stringify(message), tags }))]
    this.#messages = bounded(all)
    const dropped = all.length - this.#messages.length
    if (dropped > 0) for (const [readId, count] of this.#handed) this.#handed.set(readId, Math.max(0, count - dropped))
  }

  /**
   * Copies of what a read would be given, as well as it is known: whole exchanges, `limit` and `tags` honoured. A write
   * that brings `readId` back begins with them.
   */
  read({ limit, tags, runId }: ReadInput, readId: string): ModelMessage[] {
    if (this.#handed.size >= MOST_READS) this.#handed.clear()
    this.#handed.set(readId, this.#messages.length)
    const wanted = this.#messages.filter((known) => tags === undefined || hasAll(known.tags, tags))
    // Written by this process, from messages.
    const messages = wanted.map(({ text }) => JSON.parse(text) as ModelMessage)
    const isOwnRun = runId !== undefined && runId === this.#runId
    return newest(answered(messages, { keepLast: isOwnRun }), limit)
  }

  /**
   * Which of an agent's whole state are new here (R2), by the same decision as the server's; undefined where it refuses.
   * What was handed out under `readId`, by Loci or here, counts as the beginning.
   */
  newOf(messages: readonly ModelMessage[], readId: string | undefined): ModelMessage[] | undefined {
    // Written by this process, from messages.
    const known = this.#messages.map(({ text }) => JSON.parse(text) as ModelMessage)
    const keys = known.map(
      (message): StoredKey => ({ id: message.id ?? '', key: canonicalForm(message), role: message.role }),
    )
    const seqs = new Map(keys.map(({ id }, index) => [id, index + 1]))
    const decision = reconcile({
      incoming: messages.map(incomingOf),
      stored: {
        total: keys.length,
        get: (seq) => keys[seq - 1],
        seqOfId: (id) => seqs.get(id),
        seqsOfKey: (key) => keys.flatMap((known, index) => (known.key === key ? [index + 1] : [])),
        openCallIds: openCalls(known),
      },
      handed: handedList(this.#handedCount(readId), keys.length),
    })
    if (decision.kind === 'conflict') return undefined
    const fresh = new Set(decision.append)
    return messages.filter((_, index) => fresh.has(index))
  }

  #handedCount(readId: string | undefined): number | undefined {
    if (readId === undefined) return undefined
    return this.#handed.get(readId) ?? (isLocalRead(readId) ? this.#messages.length : undefined)
  }
}

/** The first `count` of the known messages were handed out; what follows was written since. */
function handedList(count: number | undefined, total: number): HandedList | undefined {
  if (count === undefined) return undefined
  const seqs = Array.from({ length: total }, (_, index) => index + 1)
  return { messages: seqs.slice(0, count).map((seq) => ({ seq })), since: seqs.slice(count) }
}

function bounded(messages: KnownMessage[]): KnownMessage[] {
  let characters = 0
  let start = messages.length
  while (start > 0 && messages.length - start < MOST_MESSAGES) {
    characters += messages[start - 1]?.text.length ?? 0
    if (characters > MOST_CHARACTERS) break
    start -= 1
  }
  return start === 0 ? messages : messages.slice(start)
}

function incomingOf(message: ModelMessage): IncomingMessage {
  return {
    id: message.id ?? undefined,
    key: canonicalForm(message),
    role: message.role,
    callIds: callIdsOf(message),
    toolCallId: message.role === 'tool' ? (message.toolCallId ?? null) : null,
  }
}

function hasAll(tags: Tags | undefined, wanted: Tags): boolean {
  return tags !== undefined && Object.entries(wanted).every(([key, value]) => tags[key] === value)
}

/** Calls at the end of a list that wait for their results. */
function openCalls(messages: readonly ModelMessage[]): string[] {
  let open: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') open = open.filter((id) => id !== message.toolCallId)
    else if (message.role === 'assistant') open = callIdsOf(message)
  }
  return open
}

/** W3: calls that got no answer are not handed out, nor results without their call; a run's own open calls stay. */
function answered(messages: readonly ModelMessage[], { keepLast }: { keepLast: boolean }): ModelMessage[] {
  const kept: ModelMessage[] = []
  for (let index = 0; index < messages.length; ) {
    const message = messages[index]
    index += 1
    if (message === undefined || isSystem(message) || message.role === 'tool') continue
    let end = index
    while (messages[end]?.role === 'tool') end += 1
    const results = messages.slice(index, end)
    index = end
    const given = new Set(results.map((result) => result.toolCallId))
    const isWhole = callIdsOf(message).every((id) => given.has(id)) || (keepLast && end === messages.length)
    if (isWhole) kept.push(message, ...results)
    else if (message.content) kept.push({ ...message, toolCalls: undefined })
  }
  return kept
}

/** The newest messages, `limit` at most, beginning with a whole exchange. */
function newest(messages: ModelMessage[], limit: number | undefined): ModelMessage[] {
  if (limit === undefined || messages.length <= limit) return messages
  let start = messages.length - limit
  while (messages[start]?.role === 'tool') start += 1
  return messages.slice(start)
}
