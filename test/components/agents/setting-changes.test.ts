import { describe, expect, it } from 'vitest'
import { settingChanges } from '../../../components/agents/setting-changes'
import type { WindowInput } from '../../../memory/window-config'
import { Window } from '../../../memory/window-schema'

const saved = (window: WindowInput | null, storing = true) => ({
  window: window && Window.parse(window),
  storing,
  allowCallWindow: false,
})

describe('what a later version changed', () => {
  it('is told field by field, by the words of the form and the name of the API', () => {
    const before = saved({ strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30, step: 0.3 })
    const after = saved({ strategy: 'sliding-window', maxTokens: 2_000, step: 0.5, startOn: 'user' }, false)
    expect(settingChanges(before, after)).toEqual([
      { label: 'Token budget (maxTokens)', before: '4,000', after: '2,000' },
      { label: 'Turns at most (maxTurns)', before: '30', after: 'not set' },
      { label: 'Move in steps (step)', before: '30 %', after: '50 %' },
      { label: 'Start with a user message (startOn)', before: 'not set', after: 'user' },
      { label: 'Storing', before: 'on', after: 'off' },
    ])
    expect(settingChanges(before, before)).toEqual([])
  })

  it('goes into the parts of a composite window, by their places', () => {
    const composite = (topK: number, first: WindowInput['strategy'] = 'buffer') =>
      saved({ strategy: 'composite', providers: [{ strategy: first }, { strategy: 'vector', topK }] } as WindowInput)
    expect(settingChanges(composite(3), composite(5))).toEqual([
      { label: 'Part 2, Messages to recall (topK)', before: '3', after: '5' },
    ])
    expect(settingChanges(composite(3), composite(3, 'sliding-window'))).toEqual([
      { label: 'Part 1, strategy', before: 'last messages', after: 'sliding window' },
    ])
  })

  it('of another strategy, or none, is the window as a whole', () => {
    const buffer = saved({ strategy: 'buffer', maxMessages: 4 })
    expect(settingChanges(saved(null), buffer)).toEqual([
      { label: 'Window', before: 'follows what is above it', after: expect.stringContaining('last messages') },
    ])
    expect(settingChanges(buffer, saved({ strategy: 'off' }))).toMatchObject([{ label: 'Window' }])
  })
})
