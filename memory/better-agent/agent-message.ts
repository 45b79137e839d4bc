import { isEmpty, type ModelMessage } from '../message'
import type { WindowMessage } from '../window-message'

/**
 * A message as Better Agent's runs hold it (AG-UI): `toolCalls` with a nested `function`, and more roles than a model
 * knows. Any object with a role is one; every field is kept. It has to be JSON.
 */
export interface AgentMessage {
  id: string
  role: string
  [field: string]: unknown
}

/** A message that is handed in; without an id it gets one. */
export type AgentInputMessage = Omit<AgentMessage, 'id'> & { id?: string | undefined; role: string }

/** A stored message. `createdAt` in ms; within a thread it never falls. */
export type MemoryMessage = AgentMessage & { threadId: string; runId?: string; createdAt: number }

/** The message without what its place in a thread adds. */
export function withoutPlace(message: MemoryMessage): AgentMessage {
  const { threadId: _threadId, runId: _runId, createdAt: _createdAt, ...rest } = message
  return rest
}

/** Ids of the calls that a message makes, in AG-UI's, OpenAI's or our own form. */
export function callIdsOf(message: AgentInputMessage): string[] {
  const calls = message.toolCalls ?? message.tool_calls
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call: unknown) =>
    typeof call === 'object' && call !== null && 'id' in call && typeof call.id === 'string' ? [call.id] : [],
  )
}

/** The call that a result answers, whatever its form; null for what is no result. */
export function answeredCallOf(message: AgentInputMessage): string | null {
  const id = message.toolCallId ?? message.tool_call_id
  return typeof id === 'string' ? id : null
}

/** The message as windows and exchanges see it: no text. */
export function windowMessage(message: AgentInputMessage, place: { seq: number; turn: number }): WindowMessage {
  return {
    ...place,
    role: message.role,
    callIds: callIdsOf(message),
    toolCallId: answeredCallOf(message),
    tokens: 0,
    runningTokens: 0,
    isEmpty: hasNoContent(message),
  }
}

function hasNoContent(message: AgentInputMessage): boolean {
  const { content } = message
  const isText = content === undefined || content === null || typeof content === 'string' || Array.isArray(content)
  // Of a message, only role and content are looked at, and the content is one that a model message can have.
  return isText && isEmpty({ role: message.role, content } as ModelMessage)
}
