import { describe, expect, it } from 'vitest'
import { readPasted } from '../../../components/studio/pasted-conversation'
import { type PreviewSource, windowOn } from '../../../components/studio/preview-decision'
import { countMessageTokens } from '../../../memory/token-counter'

const counting = { counter: 'o200k_base', countMessage: countMessageTokens }
const read = (value: unknown) => readPasted(typeof value === 'string' ? value : JSON.stringify(value), counting)
const openAi = [
  { role: 'system', content: 'be kind' },
  { role: 'user', content: 'Where is it?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'on its way' },
  { role: 'assistant', content: 'It comes today.' },
  { role: 'user', content: 'Thanks' },
]

describe('a conversation that was pasted', () => {
  it('M5: is recognised as OpenAI writes it, counted, and decided on as a stored one', () => {
    const source = read(openAi) as PreviewSource
    expect(source.rows.map(({ role, turn, callIds, toolCallId }) => [role, turn, callIds, toolCallId])).toEqual([
      ['user', 1, [], null],
      ['assistant', 1, ['c'], null],
      ['tool', 1, [], 'c'],
      ['assistant', 1, [], null],
      ['user', 2, [], null],
    ])
    expect(source.thread).toMatchObject({ messageCount: 5, lastTurn: 2, lastTurnSeq: 5, turnOpen: true })
    expect(source.rows.at(-1)?.runningTokens).toBe(source.thread.tokenCount)
    expect(source.pasted?.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(windowOn(source, { strategy: 'sliding-window', maxTurns: 1 }).decision.ranges).toEqual([[5, 5]])
  })

  it('M5: as the AI SDK and as Loci write it, alone or under "messages"', () => {
    const ours = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]
    const parts = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'a' }] }]
    expect((read({ messages: ours }) as PreviewSource).thread).toMatchObject({ messageCount: 2, turnOpen: false })
    expect((read(parts) as PreviewSource).rows).toHaveLength(1)
  })

  it.each([
    ['no JSON', /no JSON list/],
    ['{"a":1}', /no JSON list/],
    ['[{"content":"without a role"}]', /Message 1 is not/],
    ['[{"role":"system","content":"x"}]', /no message besides/],
    ['[]', /no message besides/],
  ])('says why %s is none', (text, words) => expect(read(text)).toEqual({ reason: expect.stringMatching(words) }))
})
