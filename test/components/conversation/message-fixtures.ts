import type { ModelMessage } from '../../../memory/message'
import type { MessageView } from '../../../server/schemas/messages'

/** A stored message of a test; ids and times do not matter there. */
export function stored(seq: number, message: ModelMessage): MessageView {
  return {
    seq,
    tokens: 10,
    entryId: '01900000-0000-7000-8000-000000000000',
    createdAt: '2026-11-30T09:12:00.000Z',
    message,
  }
}

/** Messages by seq, as they are loaded. */
export function loaded(...views: MessageView[]): Map<number, MessageView> {
  return new Map(views.map((view) => [view.seq, view]))
}

export const says = (seq: number, role: 'user' | 'assistant', content = 'text') => stored(seq, { role, content })

export const calls = (seq: number, ...ids: string[]) =>
  stored(seq, {
    role: 'assistant',
    content: null,
    toolCalls: ids.map((id) => ({ id, name: `tool.${id}`, arguments: {} })),
  })

export const answers = (seq: number, toolCallId: string) => stored(seq, { role: 'tool', toolCallId, content: '{}' })
