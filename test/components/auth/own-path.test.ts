import { describe, expect, it } from 'vitest'
import { ownPath } from '../../../components/auth/own-path'

describe('ownPath', () => {
  it.each(['/threads', '/threads?tenant=a%2Fb&x=1#end', '/agents/named?name=..', '/'])('goes on to %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'javascript:alert(1)',
    'threads',
    '',
    '/api/auth/sign-out',
    '/sign-in?next=/threads',
    '/setup?token=x',
    '/x/../api/trpc',
    '/..//evil.test',
  ])('goes to the start in place of %j', (path) => {
    expect(ownPath(path)).toBe('/')
  })

  it('goes to the start without one', () => {
    expect(ownPath(null)).toBe('/')
    expect(ownPath(undefined)).toBe('/')
  })
})
