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

  it('says what is wrong with a window, and where; nothing of it is saved', () => {
    expect(problems(own({ window: '{' }))).toEqual({ window: 'No JSON of a window.' })
    expect(problems(own({ window: '{"strategy":"summarizing","recentMessages":-1}' }))).toMatchObject({
      window: expect.stringMatching(/^recentMessages: A whole number from 0/),
    })
    expect(problems(own({ window: '{"strategy":"vector","topk":3}' }))).toHaveProperty('window')
    expect(problems(own({ note: 'ü'.repeat(1_000) }))).toHaveProperty('note')
  })

  it('checks no window that is not the agent’s own', () => {
    expect(problems(own({ mode: 'inherit', window: '{' }))).toEqual({})
    expect(WindowForm.parse(own({ mode: 'off', window: '{' })).window).toEqual({ strategy: 'off' })
  })
})
