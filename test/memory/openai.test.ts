import { describe, expect, it } from 'vitest'
import { ModelMessage } from '../../memory/message-schema'
import { fromOpenAiText, isOpenAiMessage } from '../../memory/openai'
import { fromOpenAi } from '../../memory/openai-chat'

describe('OpenAI chat messages', () => {
  it('M5: names and structure change, every value stays as it was sent', () => {
    const text =
      '{ "content": null, "role":"assistant", "n": 12345678901234567890, "tool_calls": [ {"id":"c1", "type":"function",' +
      ' "function": {"name":"find", "arguments":"{\\"b\\":1, \\"a\\":\\"\\\\ud83d\\"}"}, "index":0} ,' +
      '{"function":{"arguments":"","name":"g"},"id":"c2"}] }'
    expect(fromOpenAiText(text)).toBe(
      '{ "content": null, "role":"assistant", "n": 12345678901234567890, "toolCalls": [ {"id":"c1", "type":"function",' +
        ' "name":"find", "arguments":"{\\"b\\":1, \\"a\\":\\"\\\\ud83d\\"}", "index":0} ,' +
        '{"arguments":"","name":"g","id":"c2"}] }',
    )
  })

  it('M5: a tool result, and a message without anything of OpenAI’s', () => {
    const result = '{"role":"tool","tool_call_id":"c1","name":"find","content":"x"}'
    expect(fromOpenAiText(result)).toBe('{"role":"tool","toolCallId":"c1","name":"find","content":"x"}')
    const plain = '{"role":"user","content":[{"type":"text","text":"tool_calls"}]}'
    expect(fromOpenAiText(plain)).toBe(plain)
  })

  it('M5: a message that has our fields is left alone', () => {
    const both = '{"role":"tool","toolCallId":"a","tool_call_id":"b","content":""}'
    expect(fromOpenAiText(both)).toBe(both)
    expect(isOpenAiMessage(JSON.parse(both))).toBe(false)
  })

  it('M5: what is mapped is a message', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"a":1}' } }
    const mapped = fromOpenAi({ role: 'assistant', content: null, tool_calls: [call], refusal: null })
    expect(ModelMessage.parse(mapped)).toEqual({
      role: 'assistant',
      content: null,
      toolCalls: [{ id: 'c1', type: 'function', name: 'find', arguments: '{"a":1}' }],
      refusal: null,
    })
    expect(fromOpenAi({ role: 'assistant', content: 'x', tool_calls: null })).toEqual({
      role: 'assistant',
      content: 'x',
      toolCalls: null,
    })
  })

  it('M5: tells OpenAI’s form by its own fields', () => {
    expect(isOpenAiMessage({ role: 'assistant', tool_calls: [] })).toBe(true)
    expect(isOpenAiMessage({ role: 'tool', tool_call_id: 'x' })).toBe(true)
    expect([isOpenAiMessage({ role: 'user', content: 'x' }), isOpenAiMessage(null), isOpenAiMessage([])]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('M5: odd shapes pass through for the schema to judge', () => {
    for (const text of [
      '{"role":"assistant","tool_calls":"no"}',
      '{"role":"assistant","tool_calls":[5,{"function":null}]}',
    ]) {
      expect(JSON.parse(fromOpenAiText(text))).toEqual(JSON.parse(text.replace('tool_calls', 'toolCalls')))
    }
  })
})
