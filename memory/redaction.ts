import type { ModelMessage } from './message'

/** What stands in place of a text that was taken out. */
export const REDACTED = '[redacted]'

/**
 * The tombstone of a message: its role, its id, and the ids and names of its tool calls, so that exchanges stay whole.
 * Content, reasoning, arguments and all other fields are gone.
 */
export function redactedMessage(message: ModelMessage): ModelMessage {
  const { id, role, toolCallId, toolCalls } = message
  const calls = (toolCalls ?? []).map((call) => ({ id: call.id, name: call.name, arguments: {} }))
  return {
    ...(id === undefined ? {} : { id }),
    role,
    content: REDACTED,
    ...(toolCallId ? { toolCallId } : {}),
    ...(calls.length > 0 ? { toolCalls: calls } : {}),
  }
}
