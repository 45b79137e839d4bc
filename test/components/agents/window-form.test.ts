import { describe, expect, it } from 'vitest'
import { formOf, WindowForm, type WindowFormValues } from '../../../components/agents/window-form'
import type { ConfigVersionView } from '../../../server/schemas/agents'

const held = { storing: true, allowCallWindow: false }
const saved = (window: ConfigVersionView['window']): ConfigVersionView => ({
  version: 3,
  window,
  storing: false,
  allowCallWindow: true,
  note: 'why',
  author: 'ops',
  createdAt: '2026-11-30T09:12:00.000Z',
})
const own = (part: Partial<WindowFormValues>): WindowFormValues => ({ ...formOf(null, held), mode: 'own', ...part })
const problems = (values: WindowFormValues) => {
  const parsed = WindowForm.safeParse(values)
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('the form of a window', () => {
  it.each<ConfigVersionView['window']>([
    null,
    { strategy: 'off' },
    { strategy: 'sliding-window' },
    { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 },
    {
      strategy: 'buffer',
      maxMessages: 20,
      keepFirst: 2,
      reservedTokens: 100,
      maxTokens: 900,
      startOn: 'user',
      step: 0.3,
    },
    { strategy: 'buffer', maxMessages: 0 },
    { strategy: 'summarizing', recentMessages: 8, summarizeEvery: 10, maxSummaryTokens: 400, model: 'small' },
    {
      strategy: 'composite',
      mergeStrategy: 'priority',
      providers: [
        { strategy: 'buffer', maxMessages: 6 },
        { strategy: 'vector', topK: 4, threshold: 0.2, reach: 'subject' },
      ],
    },
  ])('W1: shows %j and gives it back unchanged', (window) => {
    const parsed = WindowForm.parse(formOf(saved(window), held))
    expect(parsed).toEqual({ window, storing: false, allowCallWindow: true })
  })

  it('W2: without a setting it inherits, with the switches that hold now', () => {
    expect(WindowForm.parse(formOf(null, { storing: false, allowCallWindow: true }))).toEqual({
      window: null,
      storing: false,
      allowCallWindow: true,
    })
  })

  it('says what is wrong at the field it is about', () => {
    expect(problems(own({ maxTokens: -1 }))).toMatchObject({ maxTokens: expect.stringContaining('whole number') })
    expect(problems(own({ maxTurns: 1.5 }))).toHaveProperty('maxTurns')
    expect(problems(own({ maxTokens: Number.NaN }))).toHaveProperty('maxTokens')
    expect(problems(own({ maxTokens: 99_000_000 }))).toMatchObject({ maxTokens: 'At most 10,000,000.' })
    expect(problems(own({ step: 99 }))).toMatchObject({ step: 'From 1 to 95 percent, or empty.' })
  })

  it('refuses a reserve that leaves nothing of the budget', () => {
    expect(problems(own({ maxTokens: 1_000, reservedTokens: 1_000 }))).toHaveProperty('reservedTokens')
    expect(problems(own({ maxTokens: null, reservedTokens: 1_000 }))).toEqual({})
  })

  it('says what is wrong with a window that is written as JSON, and where', () => {
    expect(problems(own({ strategy: 'json', json: '{' }))).toEqual({ json: 'No JSON of a window.' })
    const negative = '{"strategy":"summarizing","recentMessages":-1}'
    expect(problems(own({ strategy: 'json', json: negative }))).toMatchObject({
      json: expect.stringMatching(/^recentMessages: /),
    })
    expect(problems(own({ strategy: 'json', json: '{"strategy":"vector","topk":3}' }))).toHaveProperty('json')
  })

  it('checks no limits that are not shown', () => {
    expect(problems(own({ mode: 'inherit', maxTokens: -1 }))).toEqual({})
    expect(problems(own({ strategy: 'buffer', maxTurns: -1 }))).toEqual({})
  })
})
