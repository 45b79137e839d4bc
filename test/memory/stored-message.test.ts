import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageText } from '../../memory/message'
import { isModelMessage } from '../../memory/message-shape'
import { searchableText } from '../../memory/searchable-text'
import { questionKey } from '../../memory/signals'
import { storedMessage } from '../../memory/stored-message'
import { toolOutcome } from '../../memory/tool-outcome'

describe('a stored text read as a message', () => {
  it('is the message itself where it is one', () => {
    const message = {
      role: 'assistant',
      content: 'Yes.',
      toolCalls: [{ id: 'c', name: 'find', arguments: '{}' }],
      x: 1,
    }
    expect(storedMessage(JSON.stringify(message))).toEqual(message)
  })

  it('keeps the text of what is none', () => {
    expect(storedMessage('{"role":"user","content":"typed","toolCalls":7}')).toEqual({ role: 'user', content: 'typed' })
    expect(storedMessage('{"role":"function","content":"out"}')).toEqual({ role: 'user', content: null })
    expect(storedMessage('{"role":"user"')).toEqual({ role: 'user', content: null })
  })

  it('is a message whatever was stored, which nobody who reads it stops at', () => {
    const field = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom('system', 'user', 'assistant', 'tool'))
    const shapes = fc.record(
      { role: field, content: field, toolCallId: field, toolCalls: field, id: field, reasoning: field },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          shapes.map((shape) => JSON.stringify(shape)),
          fc.json(),
          fc.string(),
        ),
        (raw) => {
          const message = storedMessage(raw)
          expect(isModelMessage(message)).toBe(true)
          expect(() => [searchableText(message), toolOutcome(message), questionKey(messageText(message))]).not.toThrow()
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
