import { describe, expect, it } from 'vitest'
import { DEFAULT_WINDOW } from '../../memory/window-config'
import { Window } from '../../memory/window-schema'

const pathOf = (value: unknown) => Window.safeParse(value).error?.issues[0]?.path

describe('window settings', () => {
  it('W1: takes the written form of each strategy', () => {
    const windows = [
      { strategy: 'off' },
      { strategy: 'buffer' },
      {
        strategy: 'buffer',
        maxMessages: 0,
        maxTokens: 10,
        reservedTokens: 5,
        keepFirst: 2,
        step: 0.3,
        startOn: 'user',
      },
      { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30, keepFirst: 1 },
    ]
    for (const window of windows) expect(Window.parse(window)).toEqual(window)
    expect(Window.parse(DEFAULT_WINDOW)).toEqual(DEFAULT_WINDOW)
  })

  it('W1: lastMessages is maxMessages by another name', () => {
    expect(Window.parse({ strategy: 'buffer', lastMessages: 4 })).toEqual({ strategy: 'buffer', maxMessages: 4 })
    expect(pathOf({ strategy: 'buffer', lastMessages: 4, maxMessages: 4 })).toEqual(['lastMessages'])
  })

  it('W1 (B016): negative, fractional, absurd and textual limits are refused by name', () => {
    for (const maxMessages of [-5, 1.5, '3', 1e21, Number.NaN, null]) {
      expect(pathOf({ strategy: 'buffer', maxMessages })).toEqual(['maxMessages'])
    }
    expect(pathOf({ strategy: 'buffer', lastMessages: -5 })).toEqual(['lastMessages'])
    expect(pathOf({ strategy: 'sliding-window', maxTurns: 1.5 })).toEqual(['maxTurns'])
    expect(pathOf({ strategy: 'buffer', step: 1 })).toEqual(['step'])
    expect(pathOf({ strategy: 'buffer', startOn: 'assistant' })).toEqual(['startOn'])
  })

  it('W1: a typo and a field of another strategy are errors', () => {
    const wrong = [
      {},
      { strategy: 'bufer' },
      { strategy: 'off', maxTokens: 1 },
      { strategy: 'buffer', maxTurns: 3 },
      { strategy: 'sliding-window', maxMessages: 3 },
      { strategy: 'buffer', maxToken: 3 },
      'buffer',
      null,
    ]
    for (const value of wrong) expect([value, Window.safeParse(value).success]).toEqual([value, false])
  })
})
