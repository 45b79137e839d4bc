import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalForm, type ModelMessage } from '../../memory/message'
import { ModelMessage as Schema } from '../../memory/message-schema'
import { isModelMessage } from '../../memory/message-shape'
import { fromOpenAi, type OpenAiMessage, toOpenAi, toOpenAiRequest } from '../../memory/openai-chat'

const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const text = fc.oneof(fc.string(), fc.constant(''))
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: text, detail: fc.constant('low') }) }),
  fc.record({ type: fc.constant('input_audio'), input_audio: fc.record({ data: text, format: fc.constant('wav') }) }),
  fc.record({ type: fc.constant('refusal'), refusal: text }),
  json,
)
const content = fc.oneof(text, fc.constant(null), fc.array(part))
const call = fc.oneof(
  fc.record({ id: text, type: fc.constant('function'), function: fc.record({ name: text, arguments: text }) }),
  fc.record({ id: text, type: fc.constant('custom'), custom: fc.record({ name: text, input: text }) }),
  fc.record({
    id: text,
    index: fc.nat(),
    function: fc.oneof(json, fc.record({ name: text, arguments: json, id: json })),
  }),
  json,
)
const fields = fc.record(
  {
    content,
    tool_calls: fc.oneof(fc.array(call), fc.constant(null), json),
    tool_call_id: fc.oneof(text, json),
    name: text,
    refusal: fc.oneof(text, fc.constant(null)),
    audio: fc.record({ id: text, transcript: text }),
    annotations: fc.array(json),
    function_call: fc.oneof(fc.constant(null), fc.record({ name: text, arguments: text })),
    toolCalls: json,
    toolCallId: json,
    openai: json,
    loci: json,
    reasoning_content: text,
  },
  { requiredKeys: [] },
)
const role = fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function', 'other')
const openAiMessage = fc
  .tuple(role, fields, fc.dictionary(fc.string(), json))
  .map(([name, known, unknown]): OpenAiMessage => ({ ...unknown, ...known, role: name }))

const ours = fc
  .record(
    {
      content: fc.oneof(text, fc.constant(null), fc.array(fc.record({ type: fc.constant('text'), text }))),
      id: text,
      reasoning: fc.oneof(text, fc.constant(null)),
      toolCalls: fc.oneof(
        fc.constant(null),
        fc.array(
          fc.record(
            {
              id: fc.string({ minLength: 1 }),
              name: fc.string({ minLength: 1 }),
              arguments: fc.oneof(text, fc.dictionary(text, json)),
              type: fc.constantFrom('function', 'custom', 'other'),
              function: json,
              custom: json,
            },
            { requiredKeys: ['id', 'name', 'arguments'] },
          ),
        ),
      ),
      tool_calls: json,
      tool_call_id: json,
      openai: json,
      other: json,
    },
    { requiredKeys: [] },
  )
  .chain((known) =>
    fc.constantFrom('user', 'assistant', 'tool', 'system').map((name): unknown => ({
      ...known,
      role: name,
      ...(name === 'tool' ? { toolCallId: 'x' } : {}),
    })),
  )
  .filter(isModelMessage)

describe('OpenAI chat messages, by their value', () => {
  it('M5: come back as they went in, whatever they hold', () => {
    fc.assert(
      fc.property(openAiMessage, (message) => {
        const mapped = fromOpenAi(message)
        expect(isModelMessage(mapped)).toBe(true)
        expect(toOpenAi(JSON.parse(JSON.stringify(mapped)))).toEqual(message)
      }),
      { numRuns: 600 },
    )
  })

  it('M5: a message of ours goes there and comes back the same, but for arguments, which become text', () => {
    fc.assert(
      fc.property(ours, (message) => {
        const back = fromOpenAi(JSON.parse(JSON.stringify(toOpenAi(message))))
        expect(canonicalForm(back)).toBe(canonicalForm(message))
        const { toolCalls: _there, ...rest } = back
        const { toolCalls: _here, ...given } = message
        expect(rest).toEqual(given)
      }),
      { numRuns: 600 },
    )
  })

  it('M5: the usual forms need nothing carried along', () => {
    const usual: OpenAiMessage[] = [
      { role: 'developer', content: 'be kind' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:,' } },
        ],
        name: 'ann',
      },
      {
        role: 'assistant',
        content: null,
        refusal: null,
        annotations: [],
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"a":1' } },
          { id: 'c2', type: 'custom', custom: { name: 'sql', input: 'select 1' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '' },
      { role: 'assistant', content: null, audio: { id: 'a', data: '…', expires_at: 1, transcript: 'hi' } },
    ]
    for (const message of usual) {
      expect(fromOpenAi(message)).not.toHaveProperty('openai')
      expect(toOpenAi(fromOpenAi(message))).toEqual(message)
    }
    expect(fromOpenAi(usual[2] ?? { role: '' }).toolCalls).toEqual([
      { id: 'c1', type: 'function', name: 'find', arguments: '{"a":1' },
      { id: 'c2', type: 'custom', name: 'sql', arguments: 'select 1' },
    ])
  })

  it('M5: what a request may hold', () => {
    const message: ModelMessage = {
      role: 'assistant',
      id: 'm',
      content: null,
      reasoning: 'hm',
      audio: { id: 'a', data: '…' },
      toolCalls: [{ id: 'c', name: 'f', arguments: { a: 1 } }],
    }
    expect(toOpenAiRequest(message)).toEqual({
      role: 'assistant',
      content: null,
      audio: { id: 'a' },
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
    })
    expect(toOpenAiRequest({ role: 'tool', id: 'm', toolCallId: 'c', content: 'x', name: 'f' })).toEqual({
      role: 'tool',
      tool_call_id: 'c',
      content: 'x',
    })
  })
})

describe('isModelMessage', () => {
  it('says what the schema says', () => {
    const odd = fc.oneof(
      json,
      openAiMessage,
      fc.dictionary(fc.constantFrom('role', 'content', 'id', 'toolCalls', 'toolCallId'), fc.oneof(json, role, text)),
    )
    fc.assert(
      fc.property(odd, (value) => {
        expect(isModelMessage(value)).toBe(Schema.safeParse(value).success)
      }),
      { numRuns: 600 },
    )
  })
})
