import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../../memory/providers/fingerprint'

describe('fingerprint', () => {
  it('is the same for the same text, in every run and runtime', () => {
    expect(fingerprint('')).toBe(fingerprint(''))
    expect(fingerprint('["user","hello"]')).toBe(FINGERPRINT_OF_HELLO)
  })

  it('tells texts apart that differ in one character, in order, or in length', () => {
    const texts = new Set<string>()
    for (let index = 0; index < 20_000; index += 1) texts.add(`message ${index}`)
    for (let length = 0; length < 500; length += 1) texts.add('a'.repeat(length))
    for (let place = 0; place < 500; place += 1) texts.add(`${'b'.repeat(place)}c${'b'.repeat(500 - place)}`)
    expect(new Set([...texts].map(fingerprint)).size).toBe(texts.size)
    // Each half of it by itself, too.
    expect(new Set([...texts].map((text) => fingerprint(text).slice(-16))).size).toBe(texts.size)
  })

  it('differs where texts do', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (fingerprint(a) === fingerprint(b)) === (a === b)))
  })
})

const FINGERPRINT_OF_HELLO = 'g.e0393f0b7cd69549ab5cf8def50cec8d'
