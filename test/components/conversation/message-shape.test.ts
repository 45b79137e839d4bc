import { describe, expect, it } from 'vitest'
import { isWellShaped } from '../../../components/conversation/message-shape'

const call = { id: 'c1', name: 'f', arguments: {} }

describe('the shape of a stored message', () => {
  it.each([
    { role: 'user', content: 'hello' },
    { role: 'user', content: [{ type: 'text', text: 'hello' }, { type: 'image', url: 'x' }, {}] },
    { role: 'assistant', content: null, toolCalls: [call, { ...call, arguments: '{"a":' }] },
    { role: 'assistant', reasoning: null, unknown: [1] },
    { role: 'tool', toolCallId: null, content: '' },
  ])('is known: %j', (message) => {
    expect(isWellShaped(message)).toBe(true)
  })

  it.each([
    null,
    'text',
    [],
    { content: 'hello' },
    { role: 'function', content: 'hello' },
    { role: 'user', content: 5 },
    { role: 'user', content: [null, { type: 'text', text: 'ok' }] },
    { role: 'user', content: [['nested']] },
    { role: 'assistant', toolCalls: [{ id: null, name: null, arguments: null }] },
    { role: 'assistant', toolCalls: [{ ...call, arguments: [1] }] },
    { role: 'assistant', toolCalls: {} },
    { role: 'assistant', reasoning: {} },
  ])('is none that is known: %j', (message) => {
    expect(isWellShaped(message)).toBe(false)
  })
})
