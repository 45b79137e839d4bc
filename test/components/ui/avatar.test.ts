import { describe, expect, it } from 'vitest'
import { initialsOf } from '../../../components/ui/avatar'

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ops@acme.example', 'OP'],
    ['mary.ann@acme.example', 'MA'],
    ['x', 'X'],
    ['李雷', '李'],
    ['', '?'],
  ])('%s is %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
