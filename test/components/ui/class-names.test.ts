import { describe, expect, it } from 'vitest'
import { classNames } from '../../../components/ui/class-names'

describe('classNames', () => {
  it('keeps a size of the theme beside a colour of the theme', () => {
    expect(classNames('text-11 text-ink-2', 'shadow-float')).toBe('text-11 text-ink-2 shadow-float')
  })

  it('lets the later of two sizes or colours win', () => {
    expect(classNames('text-11 text-ink-2', 'text-13 text-bad')).toBe('text-13 text-bad')
  })
})
