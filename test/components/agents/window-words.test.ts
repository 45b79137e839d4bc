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

  it('says what summaries, recall and several windows in one hold', () => {
    expect(
      describeSettings({ strategy: 'summarizing', recentMessages: 8, summarizeEvery: 10, maxSummaryTokens: 400 }),
    ).toBe('summary and recent messages, the newest 8 messages, a summary every 10')
    const recall = { strategy: 'vector', topK: 4, threshold: 0, reach: 'subject' } as const
    expect(describeSettings({ ...recall, maxTokens: 900 })).toBe('recall, up to 4 recalled in the subject, 900 tokens')
    expect(
      describeSettings({
        strategy: 'composite',
        mergeStrategy: 'concat',
        providers: [{ strategy: 'buffer', maxMessages: 6 }, recall],
      }),
    ).toBe('composite, concat of last messages and recall')
  })
})
