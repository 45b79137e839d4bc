import { assertDepth, withId } from '../json-text'
import { callIdsOf, canonicalForm, isSystem, type ModelMessage } from '../message'
import { byteLength } from '../scope'
import type { IncomingMessage } from '../stored-keys'
import { fingerprint } from './fingerprint'
import { MemoryError } from './memory-error'

/** One message of a write: what decisions look at, and the text that is stored (M2). */
export interface PreparedMessage extends IncomingMessage {
  /** Place in what was handed over. */
  readonly index: number
  /** The object that was handed over; what follows is a copy. */
  readonly source: object
  readonly message: ModelMessage
  readonly text: string
}

/**
 * M1, R1: the messages that can be stored, without instructions and without what `isEcho` knows.
 * @throws MemoryError INVALID_INPUT for what is not a message, cannot be JSON, or is nested too deeply
 */
export function prepare(
  messages: readonly object[],
  isEcho: (message: ModelMessage) => boolean,
): readonly PreparedMessage[] {
  return messages.flatMap((source, index) => {
    const text = jsonOf(source, index)
    const message = checked(JSON.parse(text), index)
    if (isSystem(message) || isEcho(message)) return []
    return {
      index,
      source,
      message,
      text,
      id: idOf(message),
      key: keyOf(message),
      role: message.role,
      callIds: callIdsOf(message),
      toolCallId: message.toolCallId ?? null,
    }
  })
}

/** A blank id is none. */
export function idOf({ id }: ModelMessage): string | undefined {
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

/** M4: what two messages are compared by. */
export function keyOf(message: ModelMessage): string {
  return fingerprint(canonicalForm(message))
}

/** The text that is stored: as handed over, with an id. */
export function storedText({ text }: PreparedMessage, id: string): string {
  return withId(text, id)
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']

function checked(value: unknown, index: number): ModelMessage {
  if (typeof value !== 'object' || value === null) throw refusal(index, '', 'a message is an object.')
  // Looked at field by field below; what is not checked is not looked at by any decision.
  const message = value as ModelMessage
  const { role, content, id, toolCallId, toolCalls } = message
  if (!ROLES.includes(role)) throw refusal(index, '.role', `${String(role)} is none.`)
  const isContent = content === undefined || content === null || typeof content === 'string' || Array.isArray(content)
  if (!isContent) throw refusal(index, '.content', 'a text, a list of parts, or null.')
  if (typeof id === 'string' && byteLength(id) > 1_024) throw refusal(index, '.id', 'longer than 1,024 bytes.')
  if (role === 'tool' && !toolCallId) throw refusal(index, '.toolCallId', 'a tool result names the call it answers.')
  const calls: unknown = toolCalls ?? []
  if (!Array.isArray(calls)) throw refusal(index, '.toolCalls', 'a list.')
  for (const call of calls) {
    if (!call?.id || !call.name) throw refusal(index, '.toolCalls', 'a call has an id and a name.')
  }
  return message
}

function jsonOf(message: object, index: number): string {
  try {
    const text = JSON.stringify(message) ?? 'null'
    assertDepth(text)
    return text
  } catch (cause) {
    throw refusal(index, '', 'not JSON, or nested too deeply.', { cause })
  }
}

function refusal(index: number, where: string, why: string, options?: ErrorOptions): MemoryError {
  return new MemoryError('INVALID_INPUT', `messages.${index}${where}: ${why}`, options)
}
