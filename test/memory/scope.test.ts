import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteLength, formatScope } from '../../memory/scope'
import { MessageId, ScopeInput, ScopePattern, ThreadId } from '../../memory/scope-schema'

const accepts = (value: unknown) => ScopeInput.safeParse(value).success

describe('scopes', () => {
  it('S1: an object, its text, or a bare tenant', () => {
    expect(ScopeInput.parse({ tenant: 'acme', subject: 'u1' })).toEqual({ tenant: 'acme', subject: 'u1' })
    expect(ScopeInput.parse({ tenant: 'acme' })).toEqual({ tenant: 'acme', subject: '' })
    expect(ScopeInput.parse('tenant:acme:subject:u1')).toEqual({ tenant: 'acme', subject: 'u1' })
    expect(ScopeInput.parse('tenant:a%3Ab:subject:%25c%3a')).toEqual({ tenant: 'a:b', subject: '%c:' })
    expect(ScopeInput.parse('acme:eu')).toEqual({ tenant: 'acme:eu', subject: '' })
    expect(ScopeInput.parse('tenant:acme:subject:')).toEqual({ tenant: 'acme', subject: '' })
  })

  it('S1: text that starts with tenant: and does not parse is refused', () => {
    const wrong = [
      'tenant:',
      'tenant:a',
      'tenant::subject:b',
      'tenant:a:b',
      'tenant:a:subject:b:c',
      'tenant:a%zz:subject:b',
    ]
    for (const text of wrong) expect([text, accepts(text)]).toEqual([text, false])
  })

  it('S2: nothing ever means everything', () => {
    const wrong = [
      '',
      '  ',
      '*',
      null,
      undefined,
      {},
      { tenant: '*' },
      { tenant: 'a', subject: '*' },
      { tenant: '' },
      [],
    ]
    for (const value of wrong) expect([value, accepts(value)]).toEqual([value, false])
    expect(accepts({ tenant: 'a', subjct: 'b' })).toBe(false)
    expect(accepts('tenant:*:subject:a')).toBe(false)
    expect(accepts({ tenant: 'a', subject: '  ' })).toBe(false)
    expect(accepts({ tenant: 'a', subject: null })).toBe(false)
  })

  it('S1: the text form reads back as the same scope', () => {
    const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(
        id,
        fc.oneof(id, fc.constant(''), fc.constantFrom(':', '%', '%3A', '%25', '::%')),
        (tenant, subject) => {
          fc.pre(accepts({ tenant, subject }))
          expect(ScopeInput.parse(formatScope({ tenant, subject }))).toEqual({ tenant, subject })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('S4: limits in UTF-8 bytes', () => {
    expect(byteLength('é🚀')).toBe(6)
    expect([accepts({ tenant: 'é'.repeat(32) }), accepts({ tenant: 'é'.repeat(33) })]).toEqual([true, false])
    expect([
      accepts({ tenant: 'a', subject: '🚀'.repeat(128) }),
      accepts({ tenant: 'a', subject: '🚀'.repeat(129) }),
    ]).toEqual([true, false])
    expect([ThreadId.safeParse('x'.repeat(1024)).success, ThreadId.safeParse('x'.repeat(1025)).success]).toEqual([
      true,
      false,
    ])
  })

  it('S4 (B098, B115): any text is an id but blank, NUL and lone surrogates', () => {
    const right = [
      'team/alpha/42',
      '..',
      '../../x',
      'a?b=1',
      '50% off',
      'a%2Fb',
      'a b',
      '会话-1',
      'café',
      'cafe\u0301',
      '🚀',
      "'; select 1",
      '<b>x</b>',
      '*',
    ]
    for (const id of right) expect(ThreadId.parse(id)).toBe(id)
    const wrong = ['', '   ', '\u200b', '\u0000', 'a\u0000b', '\ud83d', 'x\udc00', '\t\n', 5, null]
    for (const id of wrong) expect([id, ThreadId.safeParse(id).success]).toEqual([id, false])
    expect(MessageId.safeParse('\u200b').success).toBe(false)
  })

  it('S2: patterns are asked for by name', () => {
    expect(ScopePattern.safeParse({}).success).toBe(false)
    expect(ScopePattern.safeParse({ all: false }).success).toBe(false)
    expect(ScopePattern.safeParse({ all: true, tenant: 'a' }).success).toBe(false)
    expect(ScopePattern.safeParse({ tenant: '*' }).success).toBe(false)
  })
})
