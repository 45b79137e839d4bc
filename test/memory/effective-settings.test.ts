import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveSettings, type SettingLayer, type SwitchLayer } from '../../memory/effective-settings'
import { decideWindow } from '../../memory/window'
import type { Window } from '../../memory/window-config'
import { windowNotices } from '../../memory/window-notices'
import { Window as WindowSchema } from '../../memory/window-schema'
import type { ConfigSnapshot } from '../../server/services/agents/config-cache'
import { resolveWindow } from '../../server/services/agents/resolve-window'
import { anyThread, anyWindow } from './thread-model'

const RUNS = 500
const maybeWindow = fc.option(anyWindow, { nil: null, freq: 2 })
const layer = fc.option(
  fc.record({
    window: maybeWindow,
    version: fc.integer({ min: 1, max: 9 }),
    storing: fc.boolean(),
    allowCallWindow: fc.boolean(),
  }),
  { nil: null, freq: 3 },
)
const windowOf = (written: unknown): Window => WindowSchema.parse(written)
const switches = (more: Partial<SwitchLayer> = {}): SwitchLayer => ({
  source: 'agent',
  version: 3,
  window: null,
  storing: true,
  allowCallWindow: false,
  ...more,
})
const noticesOf = (written: unknown, facts = {}) =>
  windowNotices(windowOf(written), facts).map(({ setting, effect }) => [setting, effect])

describe('effective settings', () => {
  it('W2: resolve as a read resolves', () => {
    fc.assert(
      fc.property(layer, layer, maybeWindow, maybeWindow, (app, agent, own, call) => {
        const configs = new Map(
          [app && { agentName: '', ...app }, agent && { agentName: 'a', ...agent }].flatMap((config) =>
            config ? [[config.agentName, config] as const] : [],
          ),
        )
        const snapshot: ConfigSnapshot = { revision: 1, configs }
        const thread = own ? { window: JSON.stringify(own), windowVersion: 4 } : null
        const expected = resolveWindow({ snapshot, agentName: 'a', thread, call: call ?? undefined })
        const threadLayer: SettingLayer | null = own ? { source: 'thread', version: 4, window: own } : null
        const found = effectiveSettings({
          app: app && { source: 'app', ...app },
          agent: agent && { source: 'agent', ...agent },
          thread: threadLayer,
          call: { window: call ?? undefined },
        })
        expect({ window: found.window, source: found.source, version: found.version }).toEqual(expected)
        expect(found.layers.filter(({ isInForce }) => isInForce)).toHaveLength(1)
      }),
      { numRuns: RUNS },
    )
  })

  it('W1: a setting that is said to have no effect can be taken away, and nothing changes', () => {
    fc.assert(
      fc.property(anyThread, anyWindow, (thread, window) => {
        const decide = (with_: Window) =>
          decideWindow({ rows: thread.rows, totals: thread.totals, openTurn: thread.openTurn, window: with_ })
        for (const { setting, effect } of windowNotices(window, { hasQuery: false })) {
          if (effect !== 'none') continue
          // By its own place only; what has a default gets it again.
          const without = windowOf(withoutField(window, setting.split('.')))
          expect(decide(without), setting).toEqual(decide(window))
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('W7: a step without a limit to step along, or along one too small, has no effect', () => {
    expect(noticesOf({ strategy: 'buffer', step: 0.3 })).toEqual([['step', 'none']])
    expect(noticesOf({ strategy: 'buffer', maxMessages: 5, step: 0.3 })).toEqual([['step', 'none']])
    expect(noticesOf({ strategy: 'buffer', maxMessages: 20, step: 0.3 })).toEqual([])
    expect(noticesOf({ strategy: 'composite', step: 0.3, providers: [{ strategy: 'buffer' }] })).toEqual([
      ['mergeStrategy', 'none'],
      ['step', 'none'],
    ])
  })

  it('tells a reserve without a budget from one that takes all of it', () => {
    expect(noticesOf({ strategy: 'buffer', maxMessages: 5, reservedTokens: 10 })).toEqual([['reservedTokens', 'none']])
    expect(noticesOf({ strategy: 'buffer', maxTokens: 10, reservedTokens: 10 })).toEqual([
      ['reservedTokens', 'leaves-nothing'],
    ])
  })

  it('says that recall needs a question, where that is not known, and where there is none', () => {
    const window = { strategy: 'vector', topK: 4, recentMessages: 6 }
    const settings = ['threshold', 'reach', 'topK']
    expect(noticesOf(window)).toEqual(settings.map((name) => [name, 'with-query']))
    expect(noticesOf(window, { hasQuery: false })).toEqual(settings.map((name) => [name, 'none']))
    expect(noticesOf(window, { hasQuery: true })).toEqual([])
  })

  it('W2: under off, what others set has no effect, and says whose off it is', () => {
    const { layers, settings, window } = effectiveSettings({
      app: switches({ source: 'app', window: windowOf({ strategy: 'sliding-window', maxTurns: 30 }) }),
      agent: switches({ window: { strategy: 'off' }, allowCallWindow: true }),
      thread: null,
      call: { window: windowOf({ strategy: 'buffer' }), limit: 5, query: 'parcel' },
    })
    expect(window.strategy).toBe('off')
    expect(layers.map(({ source, isInForce }) => [source, isInForce])).toEqual([
      ['default', false],
      ['app', false],
      ['agent', true],
      ['call', false],
    ])
    expect(layers[1]?.why).toBe('Off in the agent comes before it: none of its settings has an effect.')
    const noticed = settings.filter(({ notice }) => notice?.effect === 'none').map(({ name }) => name)
    expect(noticed).toEqual(['limit', 'query', 'allowCallWindow'])
  })

  it('names the settings of a composite window by their place', () => {
    const written = { strategy: 'composite', providers: [{ strategy: 'buffer', maxMessages: 4 }], maxTokens: 90 }
    const { settings } = effectiveSettings({ app: null, agent: switches({ window: windowOf(written) }), thread: null })
    expect(settings.find(({ name }) => name === 'providers.0.maxMessages')).toMatchObject({
      value: 4,
      source: 'agent',
      version: 3,
    })
  })
})

/** The same without one field, however deep. */
function withoutField(value: unknown, path: readonly string[]): unknown {
  const [field = '', ...rest] = path
  if (Array.isArray(value))
    return value.map((part, place) => (String(place) === field ? withoutField(part, rest) : part))
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, held]) => {
      if (name !== field) return [[name, held]]
      return rest.length === 0 ? [] : [[name, withoutField(held, rest)]]
    }),
  )
}
