import { convertToModelMessages, type UIMessage, validateUIMessages } from 'ai'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { canonicalForm, type ModelMessage } from '../../../memory/message'
import { isModelMessage } from '../../../memory/message-shape'
import { exchanges, numberTurns } from '../../../memory/turn'
import { fromUiMessages, toUiMessages } from '../../../memory/ui-messages/map-ui-messages'
import { finishedPart, growthOf, withPieceIds } from '../../../memory/ui-messages/ui-growth'
import type { UiMessage } from '../../../memory/ui-messages/ui-message'
import { anyChat, knownChat, knownPart } from '../../support/ui-messages'

const overJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))

describe('UI messages of the AI SDK', () => {
  it('M5: come back as they went in, whatever they hold', () => {
    fc.assert(
      fc.property(anyChat, (chat) => {
        const mapped = fromUiMessages(chat)
        expect(mapped.every(isModelMessage)).toBe(true)
        expect(toUiMessages(overJson(mapped))).toEqual(chat)
      }),
      { numRuns: 200 },
    )
  })

  it('T2: each call that has been answered is followed by its result', () => {
    fc.assert(
      fc.property(knownChat, (chat) => {
        const mapped = fromUiMessages(chat)
        const rows = mapped.map((message, seq) => ({
          seq,
          role: message.role,
          callIds: (message.toolCalls ?? []).map(({ id }) => id),
          toolCallId: message.toolCallId ?? null,
        }))
        const turns = numberTurns(rows)
        const found = exchanges(rows.map((row, seq) => ({ ...row, turn: turns[seq] ?? 1 })))
        expect(found.orphans).toEqual([])
        const answered = chat
          .flatMap(({ role, parts }) => (role === 'assistant' ? parts : []))
          .filter(({ state }) => String(state).startsWith('output-'))
        expect(rows.filter(({ toolCallId }) => toolCallId !== null)).toHaveLength(answered.length)
      }),
      { numRuns: 100 },
    )
  })

  it('M5: the AI SDK finds them valid, and makes the same of them for a model', async () => {
    await fc.assert(
      fc.asyncProperty(knownChat, async (chat) => {
        const filled = chat.filter(({ parts }) => parts.length > 0)
        const back = toUiMessages(overJson(fromUiMessages(filled)))
        if (back.length > 0) await validateUIMessages({ messages: back })
        const prompt = (messages: UiMessage[]) =>
          convertToModelMessages(messages as UIMessage[]).catch((error: unknown) => String(error))
        expect(await prompt(back)).toEqual(await prompt(filled))
      }),
      { numRuns: 60 },
    )
  }, 30_000)

  it('is typed for the AI SDK’s own messages', () => {
    expectTypeOf<UIMessage>().toExtend<UiMessage>()
  })

  it('M5: an assistant’s steps are messages of ours', () => {
    const chat: UiMessage[] = [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Weather?' }] },
      {
        id: 'a',
        role: 'assistant',
        metadata: { model: 'm' },
        parts: [
          { type: 'step-start' },
          { type: 'reasoning', text: 'look it up', state: 'done' },
          {
            type: 'tool-weather',
            toolCallId: 'c1',
            state: 'output-available',
            input: { city: 'Oslo' },
            output: { sun: true },
          },
          { type: 'step-start' },
          { type: 'text', text: 'Sunny.', state: 'done' },
        ],
      },
    ]
    expect(fromUiMessages(chat).map(({ ui: _ui, ...message }) => message)).toEqual([
      { id: 'u', role: 'user', content: 'Weather?' },
      {
        id: 'a',
        role: 'assistant',
        content: null,
        reasoning: 'look it up',
        toolCalls: [{ id: 'c1', name: 'weather', arguments: { city: 'Oslo' } }],
      },
      { id: 'a#1', role: 'tool', toolCallId: 'c1', content: '{"sun":true}' },
      { id: 'a#2', role: 'assistant', content: 'Sunny.' },
    ])
  })

  it('M4, M5: messages of other doors are shown, and are the same when they come back', async () => {
    const own: ModelMessage[] = [
      { id: '1', role: 'user', content: 'q' },
      { id: '2', role: 'assistant', content: null, toolCalls: [{ id: 'c', name: 'find', arguments: '{"a":1}' }] },
      { id: '3', role: 'tool', toolCallId: 'c', content: 'found' },
      { id: '4', role: 'assistant', content: 'done', reasoning: 'hm' },
    ]
    const shown = toUiMessages(own)
    expect(shown[1]?.parts).toEqual([
      {
        type: 'dynamic-tool',
        toolName: 'find',
        toolCallId: 'c',
        state: 'output-available',
        input: { a: 1 },
        output: 'found',
      },
    ])
    await validateUIMessages({ messages: shown })
    expect((await convertToModelMessages(shown as UIMessage[])).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(fromUiMessages(shown).map(canonicalForm)).toEqual(own.map(canonicalForm))
  })
})

describe('a message that grows', () => {
  it('is what it has become, with nothing rewritten, however it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(knownPart, { maxLength: 8 }),
        fc.array(fc.nat({ max: 8 }), { maxLength: 4 }),
        (parts, cuts) => {
          const whole: UiMessage = { id: 'a', role: 'assistant', parts }
          let stored: ModelMessage[] = []
          let last: UiMessage | undefined
          for (const cut of [...cuts.toSorted((left, right) => left - right), 8]) {
            const now = {
              ...whole,
              parts: parts.slice(0, cut).map((part, index) => (index === cut - 1 ? begun(part) : part)),
            }
            if (cut === 8) now.parts = parts
            const growth = last ? growthOf(last, now, () => true) : { pieces: fromUiMessages([now]) }
            expect(growth).not.toBeNull()
            stored = [...stored, ...withPieceIds(growth?.pieces ?? [], { of: 'a', from: stored.length })]
            last = toUiMessages(overJson(stored))[0]
            expect(last).toEqual(now)
          }
          expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
        },
      ),
      { numRuns: 200 },
    )
  })

  /** The part as it may have been before. */
  function begun(part: UiMessage['parts'][number]): UiMessage['parts'][number] {
    if (part.type === 'text') return { ...part, text: String(part.text).slice(0, 2) }
    const { output: _output, errorText: _error, preliminary: _early, ...call } = part
    return 'output' in part || 'errorText' in part ? { ...call, state: 'input-available' } : part
  }

  it('that says another thing now is a change, and so is one of which a part is gone', () => {
    const stored: UiMessage = { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'yes' }] }
    expect(growthOf(stored, { ...stored, parts: [{ type: 'text', text: 'no' }] }, () => true)).toBeNull()
    expect(growthOf(stored, { ...stored, parts: [] }, () => true)).toBeNull()
    expect(growthOf(stored, { ...stored, parts: [{ type: 'step-start' }] }, () => true)).toBeNull()
  })

  it('T2: has one result for each call, whatever becomes of it later', () => {
    const part = { type: 'tool-x', toolCallId: 'c', state: 'output-available', input: {}, output: 1 }
    const stored: UiMessage = { id: 'a', role: 'assistant', parts: [part] }
    const later = growthOf(stored, { ...stored, parts: [{ ...part, output: 2 }] }, () => true)
    expect(later?.pieces.map(({ role, content }) => [role, content])).toEqual([['user', null]])
    const asked = { ...stored, parts: [{ type: 'tool-x', toolCallId: 'c', state: 'input-available', input: {} }] }
    expect(growthOf(asked, stored, () => true)?.pieces.map(({ role }) => role)).toEqual(['tool'])
    // Its turn has ended meanwhile, so no result may follow.
    expect(growthOf(asked, stored, () => false)?.pieces.map(({ role }) => role)).toEqual(['user'])
    expect(
      finishedPart({ ...stored, parts: [{ type: 'step-start' }, { ...part, preliminary: true }] }).parts,
    ).toHaveLength(1)
  })
})
