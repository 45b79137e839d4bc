import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertDepth, depthOf, sliceElements, withId, withoutMember } from '../../memory/json-text'

const space = fc.constantFrom('', '', ' ', '\n', '\t ', '\r\n')
const key = fc.constantFrom(
  'messages',
  'id',
  'a',
  'b',
  '__proto__',
  '\\u0069d',
  'm\\u0065ssages',
  '10',
  '2',
  '',
  '\\"',
  '\\\\',
)
const rawString = fc.array(
  fc.constantFrom(
    'x',
    'é',
    '🙂',
    '\\"',
    '\\\\',
    '\\n',
    '\\u0000',
    '\\ud83d',
    '\\udc00',
    '{',
    '[',
    ']',
    '}',
    ',',
    ':',
    ' ',
  ),
  { maxLength: 8 },
)
const scalar = fc.oneof(
  rawString.map((parts) => `"${parts.join('')}"`),
  fc.constantFrom('0', '-0', '12345678901234567890', '1e400', '0.1000', '-1.5E-7', 'true', 'false', 'null'),
)

/** JSON texts as nobody would print them: duplicate keys, blank space, escaped keys, numbers beyond JavaScript. */
const { value: jsonText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .map((elements) => `[${elements.map((e) => e.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, key, space, space, tie('value'), space), { maxLength: 4 })
      .map(
        (members) => `{${members.map(([a, name, b, c, value, d]) => `${a}"${name}"${b}:${c}${value}${d}`).join(',')}}`,
      ),
  ),
}))

const objectText = fc
  .array(fc.tuple(space, key, space, space, jsonText, space), { maxLength: 5 })
  .map((members) => `{${members.map(([a, name, b, c, value, d]) => `${a}"${name}"${b}:${c}${value}${d}`).join(',')}}`)
const listText = fc.array(fc.tuple(space, jsonText, space), { maxLength: 5 }).map((all) => all.map((e) => e.join('')))

describe('JSON text', () => {
  it('M2: each slice is a piece of the source and parses to what JSON.parse sees', () => {
    fc.assert(
      fc.property(objectText, listText, objectText, space, (before, list, after, pad) => {
        const inner = (text: string) => text.trim().slice(1, -1).trim()
        const members = [inner(before), `"messages"${pad}:${pad}[${list.join(',')}]`, inner(after)]
        const text = `${pad}{${members.filter((member) => member !== '').join(',')}}${pad}`
        const parsed = (JSON.parse(text) as { messages: unknown }).messages
        if (!Array.isArray(parsed)) {
          expect(() => sliceElements(text, ['messages'])).toThrow(RangeError)
          return
        }
        const slices = sliceElements(text, ['messages'])
        expect(slices.map((slice) => JSON.parse(slice) as unknown)).toEqual(parsed)
        let position = 0
        for (const slice of slices) {
          position = text.indexOf(slice, position)
          expect(position).toBeGreaterThanOrEqual(0)
          position += slice.length
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('M2: the last of duplicate keys counts, escaped or not', () => {
    expect(sliceElements('{"messages":[1],"m\\u0065ssages":[ 2 , 12345678901234567890 ]}', ['messages'])).toEqual([
      '2',
      '12345678901234567890',
    ])
    expect(sliceElements('[{"messages":[]},{"messages":[{"a":"]"}]}]', ['1', 'messages'])).toEqual(['{"a":"]"}'])
    expect(() => sliceElements('{"messages":[1],"messages":{}}', ['messages'])).toThrow(RangeError)
    expect(() => sliceElements('{"a":1}', ['messages'])).toThrow(RangeError)
    expect(() => sliceElements('{"messages":[1', ['messages'])).toThrow(SyntaxError)
  })

  it('M2: an id is added as the first member and nothing else changes', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        const before = JSON.parse(text) as Record<string, unknown>
        const after = withId(text, 'new "1"')
        const parsed = JSON.parse(after) as Record<string, unknown>
        const hadId = Object.hasOwn(before, 'id') && before.id !== null && String(before.id).trim() !== ''
        const isText = typeof before.id === 'string' || before.id === null || before.id === undefined
        if (hadId || !isText) {
          expect(after).toBe(text)
          return
        }
        expect(parsed.id).toBe('new "1"')
        const { id: _before, ...restBefore } = before
        const { id: _after, ...restAfter } = parsed
        expect(restAfter).toEqual(restBefore)
      }),
      { numRuns: 1_000 },
    )
    expect(withId('{}', 'x')).toBe('{"id":"x"}')
    expect(withId(' { "role":"user"}', 'x')).toBe(' {"id":"x", "role":"user"}')
    expect(withId('{"a":1,"id":null,"b":2}', 'x')).toBe('{"a":1,"id":"x","b":2}')
    expect(withId('{"id":"a","\\u0069d":" "}', 'x')).toBe('{"id":"a","\\u0069d":"x"}')
    expect(withId('{"id":"a"}', 'x')).toBe('{"id":"a"}')
  })

  it('W3: a member goes without a trace of anything else', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        const { a: _a, ...rest } = JSON.parse(text) as Record<string, unknown>
        expect(JSON.parse(withoutMember(text, 'a'))).toEqual(rest)
      }),
      { numRuns: 1_000 },
    )
    expect(withoutMember('{ "a":1, "b": 12345678901234567890 }', 'a')).toBe('{ "b": 12345678901234567890 }')
    expect(withoutMember('{"b":1}', 'a')).toBe('{"b":1}')
  })

  it('measures depth without recursion, and stops early', () => {
    expect(depthOf('1')).toBe(0)
    expect(depthOf('{"a":[{"[[[[":"{\\"{"}]}')).toBe(3)
    const deep = '['.repeat(500_000)
    expect(depthOf(deep)).toBe(500_000)
    expect(() => assertDepth(deep)).toThrow(RangeError)
    expect(() => assertDepth(`${'['.repeat(32)}${']'.repeat(32)}`)).not.toThrow()
    expect(() => assertDepth(`${'['.repeat(33)}${']'.repeat(33)}`)).toThrow(RangeError)
  })

  it('takes linear time on long runs of quotes, slashes and members', () => {
    const strings = Array.from({ length: 20_000 }, () => `{"content":"${'\\\\\\"'.repeat(20)}"}`)
    const text = `{"messages":[${strings.join(',')}]}`
    const started = performance.now()
    expect(sliceElements(text, ['messages'])).toEqual(strings)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
