import type { AgentInputMessage, AgentMessage } from './agent-message'

/** A message without an id gets one. */
export function withId(message: AgentInputMessage): AgentMessage {
  const { id } = message
  return { ...message, role: message.role, id: id === undefined || id === '' ? `message_${crypto.randomUUID()}` : id }
}

export const REPEATED_ID = 'Two of the messages have one id; ids are unique within a thread.'
