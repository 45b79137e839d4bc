import { isJsonObject } from '@/memory/canonical-json'

/** Which field is what: paths such as `customer.id`; '' where there is none. Within `messages` the others name its fields. */
export interface FieldMapping {
  readonly threadId: string
  /** A list of messages within each record; '' when each record is one message. */
  readonly messages: string
  readonly role: string
  readonly text: string
  readonly time: string
  readonly title: string
  readonly agent: string
  readonly tags: readonly string[]
}

export interface MappedRecords {
  /** Threads as an import of `loci-jsonl` takes them. */
  readonly lines: string[]
  /** Records of which nothing could be made, with their place from 1. */
  readonly refused: { line: number; reason: string }[]
}

/** How other systems call those who speak. */
const ROLES: Readonly<Record<string, 'user' | 'assistant' | 'system'>> = {
  user: 'user',
  human: 'user',
  customer: 'user',
  client: 'user',
  visitor: 'user',
  contact: 'user',
  inbound: 'user',
  incoming: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  agent: 'assistant',
  model: 'assistant',
  operator: 'assistant',
  support: 'assistant',
  outbound: 'assistant',
  outgoing: 'assistant',
  system: 'system',
  developer: 'system',
}

/** What stands at a path; undefined where it leads nowhere. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record
  for (const step of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

function textAt(record: unknown, path: string): string | undefined {
  if (path === '') return undefined
  const value = valueAt(record, path)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Numbers below this count seconds, those above it milliseconds: as milliseconds it is March of 1973. */
const MOST_SECONDS = 100_000_000_000

/** A time in any usual form as ISO 8601; undefined for what is none. */
export function readTime(value: unknown): string | undefined {
  const ms = typeof value === 'string' || typeof value === 'number' ? instantOf(value) : Number.NaN
  const isTime = Number.isFinite(ms) && ms >= Date.parse('0001-01-02T00:00:00Z') && ms <= 8.64e15
  return isTime ? new Date(ms).toISOString() : undefined
}

function instantOf(time: string | number): number {
  if (typeof time === 'string' && !/^\d{9,}(\.\d+)?$/.test(time)) return Date.parse(time)
  const number = Number(time)
  return Math.abs(number) < MOST_SECONDS ? number * 1_000 : number
}

interface Thread {
  id: string
  title: string | undefined
  agent: string | undefined
  tags: Map<string, string>
  messages: { createdAt: string | undefined; role: string; content: string }[]
}

/**
 * Records of any form as threads: a conversation each, or a message each, which are gathered by their thread's id. Messages
 * are in the order of the file, or of their times where all have one. Instructions are left out (M1).
 */
export function mapRecords(records: readonly unknown[], mapping: FieldMapping): MappedRecords {
  const threads = new Map<string, Thread>()
  const refused: MappedRecords['refused'] = []
  for (const [place, record] of records.entries()) {
    if (record === undefined) continue
    const reason = takeRecord(threads, record, mapping)
    if (reason !== null) refused.push({ line: place + 1, reason })
  }
  return { lines: [...threads.values()].map(lineOf), refused }
}

function takeRecord(threads: Map<string, Thread>, record: unknown, mapping: FieldMapping): string | null {
  if (!isJsonObject(record)) return 'not a record'
  const id = textAt(record, mapping.threadId)?.trim()
  if (!id) return `no thread id at "${mapping.threadId}"`
  const list = mapping.messages === '' ? [record] : valueAt(record, mapping.messages)
  if (!Array.isArray(list)) return `no list of messages at "${mapping.messages}"`
  const messages: Thread['messages'] = []
  for (const [place, each] of list.entries()) {
    const where = mapping.messages === '' ? '' : `message ${place + 1}: `
    const said = textAt(each, mapping.role)
    const role = ROLES[said?.trim().toLowerCase() ?? '']
    const content = textAt(each, mapping.text)
    if (role === undefined) return `${where}nobody known speaks at "${mapping.role}"${said ? `: ${said}` : ''}`
    if (content === undefined) return `${where}no text at "${mapping.text}"`
    if (role !== 'system') messages.push({ createdAt: readTime(valueAt(each, mapping.time)), role, content })
  }
  const thread: Thread = threads.get(id) ?? { id, title: undefined, agent: undefined, tags: new Map(), messages: [] }
  threads.set(id, thread)
  thread.title ??= textAt(record, mapping.title)
  thread.agent ??= textAt(record, mapping.agent)
  for (const path of mapping.tags) {
    const value = textAt(record, path)
    if (value !== undefined) thread.tags.set(path, value)
  }
  thread.messages.push(...messages)
  return null
}

function lineOf({ id, title, agent, tags, messages }: Thread): string {
  const times = messages.flatMap(({ createdAt }) => createdAt ?? [])
  const isTimed = times.length === messages.length
  const ordered = isTimed ? messages.toSorted((one, other) => compare(one.createdAt, other.createdAt)) : messages
  return JSON.stringify({
    loci: 1,
    threadId: id,
    title: title || undefined,
    agentName: agent || undefined,
    tags: Object.fromEntries(tags),
    createdAt: times.toSorted()[0],
    messages: ordered.map(({ createdAt, role, content }) => ({ createdAt, message: { role, content } })),
  })
}

function compare(one = '', other = ''): number {
  return one < other ? -1 : one > other ? 1 : 0
}
