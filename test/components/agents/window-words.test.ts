import { describe, expect, it } from 'vitest'
import { describeSettings, describeSource } from '../../../components/agents/window-words'

describe('a window in words', () => {
  it('names its limits', () => {
    expect(describeSettings({ strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 })).toBe(
      'sliding window, 4,000 tokens, 30 turns',
    )
    expect(describeSettings({ strategy: 'buffer', maxMessages: 1, keepFirst: 2 })).toBe(
      'last messages, 1 message, the first 2 kept',
    )
    expect(describeSettings({ strategy: 'buffer' })).toBe('last messages, no limit')
    expect(describeSettings({ strategy: 'buffer', maxMessages: 0 })).toBe('last messages, 0 messages')
    expect(describeSettings({ strategy: 'off' })).toBe('off: the agent sees nothing')
  })

  it('W2: says where it comes from and at which version', () => {
    expect(describeSource({ source: 'agent', version: 7, agentName: 'support' })).toBe('agent support, v7')
    expect(describeSource({ source: 'app', version: 2, agentName: 'support' })).toBe('app default, v2')
    expect(describeSource({ source: 'default', version: 0, agentName: null })).toBe('built-in default')
  })
})
