import { isJsonObject } from '@/memory/canonical-json'
import { type FieldMapping, valueAt } from './map-records'

/** Records that are looked at for their fields. */
const LOOKED_AT = 50

/** Paths of all fields in the first records, those of objects within them too: `id`, `customer.id`. */
export function fieldsOf(records: readonly unknown[]): string[] {
  const paths = new Set<string>()
  for (const record of records.slice(0, LOOKED_AT)) collect(record, '', paths)
  return [...paths]
}

function collect(value: unknown, prefix: string, paths: Set<string>): void {
  if (!isJsonObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    // A dot parts the steps of a path, so a field with one in its name cannot be said.
    if (key === '' || key.includes('.')) continue
    paths.add(`${prefix}${key}`)
    if (prefix === '') collect(inner, `${key}.`, paths)
  }
}

/** Fields that hold lists of records. */
export function listFieldsOf(records: readonly unknown[]): string[] {
  const some = records.slice(0, LOOKED_AT)
  return fieldsOf(some).filter((path) =>
    some.some((record) => {
      const value = valueAt(record, path)
      return Array.isArray(value) && value.some(isJsonObject)
    }),
  )
}

/** The records within which roles and texts stand: those of the file, or the messages in them. */
export function messagesOf(records: readonly unknown[], path: string): unknown[] {
  if (path === '') return [...records]
  return records.slice(0, LOOKED_AT).flatMap((record) => {
    const value = valueAt(record, path)
    return Array.isArray(value) ? value : []
  })
}

const names = {
  threadId: /^(thread|session|conversation|chat|ticket)_?(id|uid|uuid|key)$|^(thread|session|conversation)$|^id$/i,
  role: /^(role|sender|author|from|speaker|direction|type|sender_?type|author_?role)$/i,
  text: /^(content|text|body|message|msg|utterance|value)$/i,
  time: /^(created_?at|timestamp|time|date|sent_?at|ts|datetime)$/i,
  title: /^(title|subject|name|summary)$/i,
  agent: /^(agent|agent_?name|bot|bot_?name|assistant)$/i,
} as const

function pick(fields: readonly string[], name: keyof typeof names): string {
  const last = (path: string) => path.split('.').at(-1) ?? ''
  const found = fields.filter((path) => names[name].test(last(path)))
  // The alternatives of an expression stand in the order in which they are believed.
  const sources = names[name].source.split('|')
  const rank = (path: string) => path.split('.').length * sources.length + (path === 'id' ? sources.length - 1 : 0)
  return found.toSorted((one, other) => rank(one) - rank(other))[0] ?? ''
}

/** Which field is what, as far as their names say; what is not found stays open. */
export function guessMapping(records: readonly unknown[]): FieldMapping {
  const [messages = ''] = listFieldsOf(records)
  const fields = fieldsOf(records)
  const inner = fieldsOf(messagesOf(records, messages))
  return {
    messages,
    threadId: pick(fields, 'threadId'),
    role: pick(inner, 'role'),
    text: pick(inner, 'text'),
    time: pick(inner, 'time'),
    title: pick(messages === '' ? [] : fields, 'title'),
    agent: pick(messages === '' ? [] : fields, 'agent'),
    tags: [],
  }
}

/** Whether all is said that has to be. */
export function isMapped({ threadId, role, text }: FieldMapping): boolean {
  return threadId !== '' && role !== '' && text !== ''
}
