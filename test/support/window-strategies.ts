import type { WindowInput } from '../../memory/window-config'

/** One window of each kind, and of all kinds together, with the most messages that a read of it may look at. */
export const STRATEGIES: readonly (readonly [name: string, window: WindowInput, most: number])[] = [
  ['buffer', { strategy: 'buffer', lastMessages: 10 }, 15],
  ['sliding-window', { strategy: 'sliding-window', maxTokens: 400, maxTurns: 30, keepFirst: 2 }, 130],
  ['summarizing', { strategy: 'summarizing', recentMessages: 10, summarizeEvery: 10 }, 50],
  ['vector', { strategy: 'vector', topK: 4, recentMessages: 6 }, 40],
  [
    'composite',
    {
      strategy: 'composite',
      providers: [
        { strategy: 'summarizing', recentMessages: 10, summarizeEvery: 10 },
        { strategy: 'sliding-window', maxTokens: 400, maxTurns: 30 },
        { strategy: 'vector', topK: 4, recentMessages: 6 },
      ],
    },
    170,
  ],
]
