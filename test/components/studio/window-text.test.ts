import { describe, expect, it } from 'vitest'
import { parseWindowText } from '../../../components/studio/window-text'

describe('a window written as JSON', () => {
  it('is the window of the one schema, with its defaults', () => {
    expect(parseWindowText('{ "strategy": "buffer", "lastMessages": 4 }')).toEqual({
      window: { strategy: 'buffer', maxMessages: 4 },
      error: undefined,
    })
  })

  it('says what is wrong, and where', () => {
    expect(parseWindowText('{').error).toBe('This is no JSON yet.')
    expect(parseWindowText('{ "strategy": "buffer", "maxTokens": -1 }').error).toMatch(/^maxTokens: /)
    expect(parseWindowText('{ "strategy": "off", "maxTurns": 3 }').window).toBeNull()
  })
})
