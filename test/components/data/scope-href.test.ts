import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScopePart, scopeHref } from '../../../components/data/scope-href'

describe('the address of a scope', () => {
  it('S4: leads back to any ids, `..`, `/` and the empty one included', () => {
    const id = fc.oneof(
      fc.constantFrom('..', '.', '/', '%2F', '', '?q', '#', '~', ' '),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(id, fc.option(id, { nil: undefined }), (tenant, subject) => {
        const path = new URL(scopeHref({ tenant, subject }), 'http://localhost').pathname
        const parts = path.split('/').slice(2)
        expect(parts.map(readScopePart)).toEqual(subject === undefined ? [tenant] : [tenant, subject])
      }),
    )
  })

  it.each(['acme', '%', ''])('takes %j for no part of it', (part) => {
    expect(readScopePart(part)).toBeNull()
  })
})
