import { isJsonObject } from './canonical-json'
import type { ContentPart, ModelMessage, ToolCall } from './message'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

/** What `memory/message-schema.ts` accepts, said without a schema: for the SDK, which carries none. */
export function isModelMessage(value: unknown): value is ModelMessage {
  if (!isJsonObject(value) || !ROLES.has(value.role)) return false
  const { content, id, reasoning, toolCallId, toolCalls } = value
  if (![id, reasoning, toolCallId].every(isTextOrNothing)) return false
  if (!isTextOrNothing(content) && !(Array.isArray(content) && content.every(isContentPart))) return false
  const isCalls = toolCalls === undefined || toolCalls === null
  if (!isCalls && !(Array.isArray(toolCalls) && toolCalls.every(isToolCall))) return false
  return value.role !== 'tool' || Boolean(toolCallId)
}

export function isToolCall(call: unknown): call is ToolCall {
  if (!isJsonObject(call) || typeof call.id !== 'string' || call.id === '') return false
  const isNamed = typeof call.name === 'string' && call.name !== ''
  return isNamed && (typeof call.arguments === 'string' || isJsonObject(call.arguments))
}

function isContentPart(part: unknown): part is ContentPart {
  const isText = (value: unknown) => value === undefined || typeof value === 'string'
  return isJsonObject(part) && isText(part.type) && isText(part.text)
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

/**
 * What windows and people see of a message that cannot be said as one of ours and is carried along as it is: its text,
 * its thought, its calls by their ids. A role that no model knows says nothing to one, and ends no turn.
 */
export function standInOf(
  message: Record<string, unknown>,
  calls: { ids: string[]; answers: string | null },
): ModelMessage {
  const { role, content } = message
  const text = typeof content === 'string' ? content : null
  const id = typeof message.id === 'string' ? { id: message.id } : {}
  const toolCalls = calls.ids
    .filter((call) => call !== '')
    .map((call) => ({ id: call, name: 'unknown', arguments: '' }))
  if (role === 'assistant') return { ...id, role, content: text, ...(toolCalls.length === 0 ? {} : { toolCalls }) }
  if (role === 'tool' && calls.answers) return { ...id, role, content: text, toolCallId: calls.answers }
  if (role === 'system' || role === 'developer') return { ...id, role, content: text }
  const thought = role === 'reasoning' && text !== null ? { reasoning: text } : {}
  return { ...id, role: 'user', content: role === 'user' ? text : null, ...thought }
}
