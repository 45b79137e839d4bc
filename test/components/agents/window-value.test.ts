import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetFor, contextWords } from '../../../components/agents/context-words'
import { stepWords } from '../../../components/agents/step-words'
import { fieldWords } from '../../../components/agents/window-field-words'
import {
  freshWindow,
  parseWindow,
  problemsOf,
  strategyOf,
  withField,
  withPartMoved,
  withStrategy,
  writeWindow,
} from '../../../components/agents/window-value'
import { type WindowStrategy, windowFields } from '../../../memory/window-fields'
import { WINDOW_SCHEMAS } from '../../../memory/window-schema'

// Each of the schema's strategies, so that a new one is tried too.
const strategies = Object.keys(WINDOW_SCHEMAS) as WindowStrategy[]

describe('a window that is being written', () => {
  it('W1: is fresh a whole window of each strategy', () => {
    for (const strategy of strategies) expect([...problemsOf(freshWindow(strategy))]).toEqual([])
  })

  it('has words for each field of the schema, which describes them all', () => {
    for (const field of strategies.flatMap((strategy) => windowFields(strategy))) {
      expect(fieldWords(field).label, field.name).not.toBe(field.name)
      expect(field.description, field.name).not.toBe('')
    }
  })

  it('loses nothing between fields and JSON, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(...strategies),
        fc.string(),
        fc.jsonValue(),
        (rest, strategy, name, value) => {
          const window = parseWindow(JSON.stringify({ ...rest, strategy }))
          if (!window) throw new Error('no window')
          const shown = parseWindow(writeWindow(withField(window, name, value)))
          expect(shown).toEqual(JSON.parse(JSON.stringify({ ...window, [name]: value })))
          problemsOf(shown)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('keeps under another strategy what that one knows, and what none knows; a look at it costs nothing', () => {
    const sliding = { strategy: 'sliding-window', maxTokens: 900, maxTurns: 4, step: 0.3, colour: 'red' }
    const buffer = withStrategy(sliding, 'buffer')
    expect(buffer).toEqual({ strategy: 'buffer', maxTokens: 900, maxMessages: 20, step: 0.3, colour: 'red' })
    expect(withStrategy(buffer, 'sliding-window', sliding)).toEqual(sliding)
    expect(withStrategy({ strategy: 'buffer', lastMessages: 3 }, 'vector')).not.toHaveProperty('lastMessages')
    expect(strategyOf({ strategy: 'toString' })).toBeNull()
  })

  it('says what is wrong at the field it is about, in parts too, with the range of the schema', () => {
    const wrong = {
      strategy: 'composite',
      maxTokens: 1.5,
      providers: [
        { strategy: 'buffer', maxMessages: -1, colour: 'red' },
        { strategy: 'vector', topK: 900, maxTokens: 100, reservedTokens: 100 },
      ],
    }
    expect(Object.fromEntries(problemsOf(wrong))).toEqual({
      maxTokens: 'A whole number from 0 to 10,000,000, or empty for none.',
      'providers.0.maxMessages': 'A whole number from 0 to 1,000,000, or empty for none.',
      'providers.0.colour': 'No window of this strategy has such a field.',
      'providers.1.topK': 'A whole number from 1 to 200, or empty for 8.',
      'providers.1.reservedTokens': expect.stringContaining('Leaves nothing'),
    })
    expect(problemsOf({ strategy: 'buffer', step: 0.99 }).get('step')).toBe('From 1 to 95 percent, or empty.')
    expect(problemsOf({ strategy: 'bufer' }).get('strategy')).toBe('There is no such strategy.')
    expect(problemsOf({ strategy: 'composite', providers: [] }).get('providers')).toBe('From 1 to 8 parts.')
  })

  it('moves parts up and down, and no further than the ends', () => {
    expect(withPartMoved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(withPartMoved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(withPartMoved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })
})

describe('what a step does to prompt caches', () => {
  it.each([
    [{ strategy: 'buffer', maxMessages: 100, step: 0.2 }, /^The beginning moves once every 20 messages: in 19 of 20 /],
    [{ strategy: 'sliding-window', maxTurns: 30, step: 0.5 }, /once every 15 turns: in 14 of 15 reads/],
    [{ strategy: 'sliding-window', maxTokens: 4_000, reservedTokens: 1_000, step: 0.5 }, /once every 1,500 tokens\. /],
    [{ strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 10, step: 0.5 }, /whichever comes first/],
    [{ strategy: 'buffer', maxMessages: 4, step: 0.3 }, /once every message\. Right after a move 70 % /],
    [{ strategy: 'buffer', step: 0.3 }, /nothing overflows/],
    [{ strategy: 'buffer', maxMessages: 4 }, /moves with nearly every read/],
  ])('%j', (window, words) => expect(stepWords(window)).toMatch(words))
})

describe('the budget in the model’s context', () => {
  it('is advised to be 50-70 % of it, the reserve in it', () => {
    expect(budgetFor(128_000, 60)).toBe(76_800)
    const words = (maxTokens: number | null) => contextWords({ contextSize: 10_000, maxTokens, reservedTokens: 500 })
    expect(words(6_000)).toBe(
      'The budget is 60 % of the context (5,500 for history, 500 reserved). Within the advised 50–70 %.',
    )
    expect(words(2_000)).toContain('Below')
    expect(words(8_000)).toContain('Above')
    expect(words(12_000)).toContain('More than the model takes')
    expect(words(null)).toContain('Without a token budget')
  })
})
