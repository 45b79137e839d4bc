import fc from 'fast-check'
import type { UiMessage, UiPart } from '../../memory/ui-messages/ui-message'

const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const text = fc.oneof(fc.string(), fc.constant(''))
const name = fc.constantFrom('search', 'book', 'data')
const provider = { providerMetadata: fc.dictionary(fc.constantFrom('openai', 'x'), fc.dictionary(text, json)) }
const optional = (record: Record<string, fc.Arbitrary<unknown>>, required: string[]) =>
  fc.record(record, { requiredKeys: required })

const approval = (approved: boolean | undefined) =>
  fc.record({ id: fc.uuid(), ...(approved === undefined ? {} : { approved: fc.constant(approved) }) })

/** All states of a call, as the AI SDK has them. */
const callState = fc.oneof(
  optional({ state: fc.constant('input-streaming'), input: json, rawInput: text }, ['state']),
  fc.record({ state: fc.constant('input-available'), input: json }),
  fc.record({ state: fc.constant('approval-requested'), input: json, approval: approval(undefined) }),
  fc.record({ state: fc.constant('approval-responded'), input: json, approval: approval(true) }),
  optional(
    {
      state: fc.constant('output-available'),
      input: json,
      output: json,
      preliminary: fc.boolean(),
      approval: approval(true),
    },
    ['state', 'input', 'output'],
  ),
  optional(
    { state: fc.constant('output-error'), input: json, rawInput: json, errorText: text, approval: approval(true) },
    ['state', 'input', 'errorText'],
  ),
  fc.record({ state: fc.constant('output-denied'), input: json, approval: approval(false) }),
)
const callIdentity = fc.oneof(
  name.map((tool) => ({ type: `tool-${tool}` })),
  name.map((toolName) => ({ type: 'dynamic-tool', toolName })),
)
const callPart = fc
  .tuple(callIdentity, fc.uuid(), callState, optional({ title: text, providerExecuted: fc.boolean() }, []))
  .map(([identity, toolCallId, state, more]): UiPart => ({ ...more, ...identity, toolCallId, ...state }))

/** Parts that the AI SDK knows. */
export const knownPart: fc.Arbitrary<UiPart> = fc.oneof(
  optional({ type: fc.constant('text'), text, state: fc.constantFrom('streaming', 'done'), ...provider }, [
    'type',
    'text',
  ]),
  optional(
    { type: fc.constant('reasoning'), id: text, text, state: fc.constantFrom('streaming', 'done'), ...provider },
    ['type', 'text'],
  ),
  optional(
    { type: fc.constant('file'), mediaType: fc.constant('image/png'), url: fc.webUrl(), filename: text, ...provider },
    ['type', 'mediaType', 'url'],
  ),
  optional({ type: fc.constant('source-url'), sourceId: text, url: fc.webUrl(), title: text, ...provider }, [
    'type',
    'sourceId',
    'url',
  ]),
  optional({ type: fc.constant('source-document'), sourceId: text, mediaType: text, title: text, filename: text }, [
    'type',
    'sourceId',
    'mediaType',
    'title',
  ]),
  optional({ type: name.map((data) => `data-${data}`), id: text, data: json }, ['type', 'data']),
  fc.record({ type: fc.constant('step-start') }),
  callPart,
) as fc.Arbitrary<UiPart>

/** Anything that has a type. */
const anyPart: fc.Arbitrary<UiPart> = fc
  .tuple(
    fc.constantFrom(
      'text',
      'reasoning',
      'file',
      'carried',
      'tool-',
      'tool-x',
      'dynamic-tool',
      'step-start',
      'new-kind',
      'data-',
    ),
    fc.dictionary(
      fc.constantFrom('text', 'state', 'input', 'output', 'toolCallId', 'toolName', 'part', 'url', 'at'),
      fc.oneof(json, text),
    ),
  )
  .map(([type, fields]): UiPart => ({ ...fields, type }))

const messages = (part: fc.Arbitrary<UiPart>, id: fc.Arbitrary<string>): fc.Arbitrary<UiMessage[]> =>
  fc.array(
    fc
      .tuple(
        id,
        fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
        fc.array(part, { maxLength: 6 }),
        optional({ metadata: json, extra: json }, []),
      )
      .map(([key, role, parts, more]): UiMessage => ({ ...more, id: key, role, parts })),
    { maxLength: 3 },
  )

/** A chat of parts that the AI SDK knows. */
export const knownChat = messages(knownPart, fc.uuid())
/** A chat of anything, ids that stand twice or are blank included. */
export const anyChat = messages(fc.oneof(knownPart, anyPart), fc.oneof(fc.uuid(), fc.constantFrom('', 'a', 'a#1')))
