import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareSetting,
  type NamedSetting,
  readSettings,
  writeSettings,
} from '../../../components/agents/settings-file'
import { Window } from '../../../memory/window-schema'
import { STRATEGIES } from '../../support/window-strategies'

const windows = fc.constantFrom(null, ...STRATEGIES.map(([, window]) => Window.parse(window)))

describe('a file of settings', () => {
  it('gives back what was written, that of all agents first, and is the same text for the same settings', () => {
    const setting = fc.record({ window: windows, storing: fc.boolean(), allowCallWindow: fc.boolean() })
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), { maxLength: 5 })
    fc.assert(
      fc.property(names, fc.array(setting, { minLength: 6, maxLength: 6 }), (agents, settings) => {
        const given: NamedSetting[] = [null, ...agents].map((name, place) => ({
          name,
          // There are six of them, and at most five agents.
          setting: settings[place] as NamedSetting['setting'],
        }))
        const text = writeSettings(given)
        const read = readSettings(text)
        if ('error' in read) throw new Error(read.error)
        expect(writeSettings(read.settings)).toBe(text)
        expect(writeSettings(given.toReversed())).toBe(text)
        expect(read.settings[0]?.name).toBeNull()
        expect(new Set(read.settings.map(({ name }) => name))).toEqual(new Set(given.map(({ name }) => name)))
      }),
    )
  })

  it('that is none says what is wrong, and where', () => {
    const errorOf = (text: string) => {
      const read = readSettings(text)
      return 'error' in read ? read.error : 'read'
    }
    expect(errorOf('{')).toBe('This is no JSON.')
    expect(errorOf('[]')).toMatch(/object/)
    expect(errorOf('{"version":1,"agents":[]}')).toMatch(/no file of settings/)
    expect(errorOf('{"loci":"agent-settings","version":2,"agents":[]}')).toMatch(/another version/)
    const agent = '{"name":"a","window":{"strategy":"buffer","maxMessages":-1}}'
    expect(errorOf(`{"loci":"agent-settings","version":1,"agents":[${agent}]}`)).toMatch(/^agents\.0\.window/)
    const one = '{"name":"a","window":null}'
    expect(errorOf(`{"loci":"agent-settings","version":1,"agents":[${one},${one}]}`)).toMatch(/twice/)
    expect(errorOf(`{"loci":"agent-settings","version":1,"agents":[${one}]}`)).toBe('read')
  })
})

it('a setting of a file is new here, changed or the same', () => {
  const setting = {
    window: Window.parse({ strategy: 'buffer', maxMessages: 4 }),
    storing: true,
    allowCallWindow: false,
  }
  const here = { ...setting, version: 3, note: null, author: 'ada', createdAt: '2026-01-01T00:00:00.000Z' }
  const given = { name: 'support', setting }
  expect(compareSetting(given, null)).toMatchObject({ kind: 'new', version: 0 })
  expect(compareSetting(given, here)).toMatchObject({ kind: 'same', version: 3, changes: [] })
  const other = { ...here, window: Window.parse({ strategy: 'buffer', maxMessages: 9 }) }
  expect(compareSetting(given, other)).toMatchObject({
    kind: 'changed',
    changes: [{ label: 'Messages at most (maxMessages)', before: '9', after: '4' }],
  })
})
