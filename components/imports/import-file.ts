import { isJsonObject } from '@/memory/canonical-json'
import { sliceElements } from '@/memory/json-text'
import type { ImportFormat } from '@/server/schemas/jobs'

/** A file as the screen holds it: one conversation, thread or record a line, and where each stood. */
export interface ImportFile {
  readonly name: string
  /** What it was taken for; `records` need to be told which field is what. */
  readonly format: ImportFormat | 'records'
  readonly lines: readonly string[]
  /** A line is a line of the file; else it is an element of a list, counted from 1. */
  readonly isByLine: boolean
}

/** One element on one line: a line break in JSON can only stand between its parts. */
const onOneLine = (json: string) => json.replace(/[\r\n]+/g, ' ').trim()

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Takes a file's text apart: JSON Lines, a JSON list, one JSON object, or an object that holds a list. The texts of the
 * elements stay as they are (M2).
 *
 * @returns in words why nothing can be made of it, else the file
 */
export function readImportFile(name: string, text: string): ImportFile | { reason: string } {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart()
  if (trimmed.trim() === '') return { reason: 'The file is empty.' }
  const [first = ''] = trimmed.split('\n', 1)
  if (isJsonObject(parse(first))) {
    // Not trimmed: numbers of lines are those of the file.
    const lines = text.replace(/^\uFEFF/, '').split('\n')
    return { name, format: formatOfFirst(parse(first)), lines, isByLine: true }
  }
  const whole = parse(trimmed)
  if (Array.isArray(whole)) return fromList({ name, elements: sliceElements(trimmed, []), values: whole })
  if (!isJsonObject(whole)) return { reason: 'It is neither JSON nor JSON Lines.' }
  if (Array.isArray(whole.messages)) {
    return { name, format: formatOfFirst(whole), lines: [onOneLine(trimmed)], isByLine: false }
  }
  const list = Object.entries(whole).find(([, value]) => Array.isArray(value) && value.some(isJsonObject))
  if (!list || !Array.isArray(list[1])) return { reason: 'There is no list of conversations or messages in it.' }
  return fromList({ name, elements: sliceElements(trimmed, [list[0]]), values: list[1] })
}

function fromList(given: {
  name: string
  elements: readonly string[]
  values: readonly unknown[]
}): ImportFile | { reason: string } {
  const { name, elements, values } = given
  if (values.length === 0) return { reason: 'The list in it is empty.' }
  const lines = elements.map(onOneLine)
  // A list of chat messages without any thread's id is one conversation.
  if (values.every(isChatMessage) && !values.some(namesThread)) {
    const line = `{"id":${JSON.stringify(name)},"messages":[${lines.join(',')}]}`
    return { name, format: formatOfFirst(parse(line)), lines: [line], isByLine: false }
  }
  return { name, format: formatOfFirst(values[0]), lines, isByLine: false }
}

function formatOfFirst(value: unknown): ImportFile['format'] {
  if (!isJsonObject(value)) return 'records'
  if ('loci' in value) return 'loci-jsonl'
  if (!Array.isArray(value.messages) || !value.messages.every(isChatMessage)) return 'records'
  return value.messages.some((message) => Array.isArray(message.parts)) ? 'ai-sdk-jsonl' : 'openai-jsonl'
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

function isChatMessage(value: unknown): value is Record<string, unknown> {
  return (
    isJsonObject(value) && ROLES.has(value.role) && ('content' in value || 'parts' in value || 'tool_calls' in value)
  )
}

function namesThread(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).some((key) => /^(thread|session|conversation|chat)_?id$/i.test(key))
}
