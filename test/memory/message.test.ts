import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../memory/canonical-json'
import {
  callIdsOf,
  canonicalForm,
  endsTurn,
  hasToolCalls,
  isEmpty,
  isSystem,
  messageText,
  withoutToolCalls,
} from '../../memory/message'
import { ModelMessage } from '../../memory/message-schema'

const form = (json: string) => canonicalForm(JSON.parse(json) as ModelMessage)
const callWith = (args: string) => `{"role":"assistant","toolCalls":[{"id":"j1","name":"f","arguments":${args}}]}`

describe('messages', () => {
  it('M2: unknown fields are kept, and content may be text, parts, null or absent', () => {
    const message = { role: 'assistant', content: [{ type: 'image', url: 'x' }], id: 'a', extra: { deep: [1] } }
    expect(ModelMessage.parse(message)).toEqual(message)
    for (const content of ['', null, undefined, [], [{ text: 'x' }]]) {
      expect(ModelMessage.safeParse({ role: 'user', content }).success).toBe(true)
    }
    expect(ModelMessage.safeParse({ role: 'user' }).success).toBe(true)
  })

  it('refuses what is no message, and says where', () => {
    const wrong = [
      [{ role: 'clerk', content: '' }, 'role'],
      [{ content: '' }, 'role'],
      [{ role: 'user', content: 5 }, 'content'],
      [{ role: 'user', content: 'x', id: 7 }, 'id'],
      [{ role: 'tool', content: 'x' }, 'toolCallId'],
      [{ role: 'assistant', toolCalls: [{ id: 'a', name: 'f' }] }, 'toolCalls'],
      [{ role: 'assistant', toolCalls: [{ id: '', name: 'f', arguments: {} }] }, 'toolCalls'],
    ] as const
    for (const [message, path] of wrong) expect(ModelMessage.safeParse(message).error?.issues[0]?.path[0]).toBe(path)
  })

  it('M4 (B059): null, absent and "" are one content, and one text part equals its text', () => {
    const empties = ['{"role":"user"}', '{"role":"user","content":null}', '{"role":"user","content":""}']
    expect(new Set(empties.map(form)).size).toBe(1)
    expect(form('{"role":"user","content":[]}')).toBe(form('{"role":"user"}'))
    expect(form('{"role":"user","content":[{"type":"text","text":"a","x":1}]}')).toBe(
      form('{"role":"user","content":"a"}'),
    )
    expect(form('{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}')).not.toBe(
      form('{"role":"user","content":"a\\nb"}'),
    )
    expect(form('{"role":"user","content":"null"}')).not.toBe(form('{"role":"user","content":null}'))
  })

  it('M4 (B055): arguments as text equal the object, in any key order', () => {
    const text = callWith(JSON.stringify('{"yak":1, "crab":{"y":1,"b":2},"10":"ten","dup":1,"dup":2}'))
    expect(form(text)).toBe(form(callWith('{"dup":2,"10":"ten","crab":{"b":2,"y":1},"yak":1.0}')))
    expect(form(text)).not.toBe(form(callWith('{"dup":1,"10":"ten","crab":{"b":2,"y":1},"yak":1}')))
    expect(form(callWith('"{\\"command\\":\\"ls"'))).toBe(form(callWith('"{\\"command\\":\\"ls"')))
    expect(form(callWith('"{\\"a\\":[1,2]}"'))).not.toBe(form(callWith('{"a":[2,1]}')))
    expect(form(callWith('"[1]"'))).not.toBe(form(callWith('{"0":1}')))
  })

  it('M4: numbers by their value, also beyond what JavaScript holds', () => {
    expect(form(callWith('{"n":1e2}'))).toBe(form(callWith('{"n":100.0}')))
    expect(form(callWith('{"n":12345678901234567890}'))).toBe(form(callWith('{"n":12345678901234567000}')))
    expect(form(callWith('{"n":1e999}'))).not.toBe(form(callWith('{"n":null}')))
  })

  it('M4: ids, reasoning and unknown fields do not count; role, result id and calls do', () => {
    const base = '{"role":"tool","toolCallId":"a","content":"x"}'
    expect(form('{"id":"1","reasoning":"r","z":[1],"content":"x","toolCallId":"a","role":"tool"}')).toBe(form(base))
    expect(form('{"role":"tool","toolCallId":"b","content":"x"}')).not.toBe(form(base))
    expect(form('{"role":"user","toolCallId":"a","content":"x"}')).not.toBe(form(base))
    expect(form('{"role":"assistant","content":"x","toolCalls":[]}')).toBe(form('{"role":"assistant","content":"x"}'))
  })

  it('M4 (B052, B056): lone surrogates and __proto__ are data like any other', () => {
    expect(form('{"role":"user","content":"\\ud83d"}')).not.toBe(form('{"role":"user","content":"\\ufffd"}'))
    expect(form(callWith('{"__proto__":{"isAdmin":true}}'))).not.toBe(form(callWith('{}')))
    expect(Object.hasOwn({}, 'isAdmin')).toBe(false)
  })

  it('M4: any depth is taken without recursion', () => {
    const depth = 200_000
    const text = callWith(JSON.stringify(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`))
    expect(form(text)).toHaveLength(depth * 2 + '["assistant","",null,[["j1","f",{"a":}]]]'.length)
  })

  it('M4: canonical JSON is one text for one value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shuffled: unknown = JSON.parse(JSON.stringify(value))
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value))
        // JSON has no negative zero, so toEqual may compare.
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 500 },
    )
  })

  it('derives plain text from content, without reasoning or files', () => {
    expect(messageText({ role: 'user', content: 'a' })).toBe('a')
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'image', url: 'u' },
      { type: 'input_text', text: 'b' },
    ]
    expect(messageText({ role: 'user', content: [...parts, { type: 'reasoning', text: 'r' }] })).toBe('a\nb')
    expect(messageText({ role: 'assistant', content: null, reasoning: 'r' })).toBe('')
  })

  it('M1, T1, W8: kinds of messages', () => {
    expect(['system', 'developer', 'user'].map((role) => isSystem({ role }))).toEqual([true, true, false])
    const call: ModelMessage = { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'f', arguments: {} }] }
    expect([hasToolCalls(call), endsTurn(call), callIdsOf(call)]).toEqual([true, false, ['a']])
    expect(endsTurn({ role: 'assistant', content: '', toolCalls: [] })).toBe(true)
    expect(endsTurn({ role: 'user', content: 'x' })).toBe(false)
    expect(
      [null, undefined, '', [], [{ type: 'text', text: '' }]].map((content) => isEmpty({ role: 'user', content })),
    ).toEqual(Array(5).fill(true))
    expect(
      [' ', [{ type: 'image' }], [{ type: 'text', text: 'x' }]].map((content) => isEmpty({ role: 'user', content })),
    ).toEqual(Array(3).fill(false))
    expect(withoutToolCalls({ ...call, id: 'x' })).toEqual({ role: 'assistant', content: '', id: 'x' })
  })
})
