import { describe, expect, it } from 'vitest'
import { redactedMessage } from '../../memory/redaction'

describe('redactedMessage', () => {
  it('keeps role, id and what exchanges are made of, and nothing else', () => {
    const call = {
      id: 'm2',
      role: 'assistant' as const,
      content: 'secret',
      reasoning: 'secret',
      toolCalls: [{ id: 'c1', name: 'look', arguments: { for: 'secret' }, note: 'secret' }],
      extra: 'secret',
    }
    expect(redactedMessage(call)).toEqual({
      id: 'm2',
      role: 'assistant',
      content: '[redacted]',
      toolCalls: [{ id: 'c1', name: 'look', arguments: {} }],
    })
    const result = { id: 'm3', role: 'tool' as const, toolCallId: 'c1', content: [{ type: 'text', text: 'secret' }] }
    expect(redactedMessage(result)).toEqual({ id: 'm3', role: 'tool', content: '[redacted]', toolCallId: 'c1' })
    expect(JSON.stringify([redactedMessage(call), redactedMessage(result)])).not.toContain('secret')
  })
})
