import type { AgentMessage, MemoryMessage } from '../../memory/better-agent/agent-message'

export const user = (id: string, content = id): AgentMessage => ({ id, role: 'user', content })
export const says = (id: string, content = id): AgentMessage => ({ id, role: 'assistant', content })
export const calls = (id: string, ...callIds: string[]): AgentMessage => ({
  id,
  role: 'assistant',
  toolCalls: callIds.map((call) => ({ id: call, type: 'function', function: { name: 'find', arguments: '{"a":1}' } })),
})
export const result = (id: string, toolCallId: string): AgentMessage => ({ id, role: 'tool', toolCallId, content: id })
export const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

/** The messages without their place. */
export function bare(messages: readonly MemoryMessage[]): AgentMessage[] {
  return messages.map(({ threadId: _threadId, runId: _runId, createdAt: _createdAt, ...message }) => message)
}
