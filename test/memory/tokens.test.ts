import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../memory/message'
import { COUNTER, countMessageTokens, countTextTokens } from '../../memory/token-counter'
import { estimateMessagesTokens, estimateTokens, MESSAGE_OVERHEAD_TOKENS, trimToTokenBudget } from '../../memory/tokens'

const assistant = (more: Partial<ModelMessage>): ModelMessage => ({ role: 'assistant', content: '', ...more })

describe('tokens', () => {
  it('T3: counts by the named encoding', () => {
    expect(COUNTER).toBe('o200k_base')
    expect(countTextTokens('hello world')).toBe(2)
    expect(countTextTokens('')).toBe(0)
  })

  it('T3 (B067): special tokens are plain text', () => {
    expect(countTextTokens('input is query<|endoftext|>')).toBeGreaterThan(5)
    expect(countMessageTokens(assistant({ content: '<|im_start|><|fim_prefix|>' }))).toBeGreaterThan(10)
  })

  it('T3 (B064, B065): text without spaces is counted for what it costs', () => {
    const sentence = '東京都に住んでいます。'.repeat(200)
    expect(countTextTokens(sentence)).toBeGreaterThan(1_000)
    expect(countTextTokens('今天天气很好我们去公园')).toBeGreaterThanOrEqual(5)
  })

  it('T3 (B070): any text counts, at least 1 when there is any, and never splits a pair', () => {
    for (const text of ['👨‍👩‍👧‍👦', '🇳🇴🇸🇪', 'e\u0301\u0301', '\u200b', '\ud83d', '\udc00', ' ', '\u0000']) {
      expect(countTextTokens(text)).toBeGreaterThanOrEqual(1)
    }
    const shifted = `a${'🚀'.repeat(3_000)}`
    const perRocket = countTextTokens('🚀'.repeat(1_000)) / 1_000
    expect(Math.abs(countTextTokens(shifted) - 3_000 * perRocket)).toBeLessThan(20)
  })

  it('T3: is linear on one repeated character', () => {
    const started = performance.now()
    expect(countTextTokens('a'.repeat(400_000))).toBeGreaterThan(10_000)
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('T3 (B068): reasoning, tool names, arguments and parts count, and 4 a message', () => {
    expect(countMessageTokens(assistant({}))).toBe(MESSAGE_OVERHEAD_TOKENS)
    expect(countMessageTokens({ role: 'user' })).toBe(MESSAGE_OVERHEAD_TOKENS)
    expect(countMessageTokens(assistant({ reasoning: 'think '.repeat(1_000) }))).toBeGreaterThan(1_000)
    const call = { id: 't', name: 'save', arguments: { body: 'word '.repeat(2_000) } }
    expect(countMessageTokens(assistant({ toolCalls: [call] }))).toBeGreaterThan(2_000)
    const text = { ...call, arguments: JSON.stringify(call.arguments) }
    expect(countMessageTokens(assistant({ toolCalls: [text] }))).toBe(
      countMessageTokens(assistant({ toolCalls: [call] })),
    )
    const parts = [
      { type: 'text', text: 'hello world' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ]
    expect(countMessageTokens({ role: 'user', content: parts })).toBeGreaterThan(4 + 2 + 5)
    expect(countMessageTokens({ role: 'user', content: parts.slice(0, 1) })).toBe(
      countMessageTokens({ role: 'user', content: 'hello world' }),
    )
  })

  it('T3: the estimates are AgentLIB’s: characters / 4, up, and 4 a message', () => {
    expect(['', 'a', 'abcd', 'abcde'].map(estimateTokens)).toEqual([0, 1, 1, 2])
    expect(estimateMessagesTokens([])).toBe(0)
    expect(estimateMessagesTokens([assistant({ content: 'abcde' }), assistant({ content: null })])).toBe(2 + 4 + 4)
  })

  it('trims to the longest tail within the budget', () => {
    const messages = ['one', 'two', 'three'].map((content): ModelMessage => ({ role: 'user', content }))
    expect(trimToTokenBudget(messages, 11)).toEqual(messages.slice(1))
    expect(trimToTokenBudget(messages, 10)).toEqual(messages.slice(2))
    expect(trimToTokenBudget(messages, 5)).toEqual([])
    expect(trimToTokenBudget(messages, 1_000)).toEqual(messages)
    expect(trimToTokenBudget([], 10)).toEqual([])
    const rules: ModelMessage = { role: 'system', content: 'abcd' }
    expect(trimToTokenBudget([...messages, rules], 16)).toEqual([rules, ...messages.slice(1)])
    expect(trimToTokenBudget([rules, ...messages], 1)).toEqual([rules])
  })
})
