import { describe, expect, it } from 'vitest'
import { formatCount, formatQuantity, formatShare } from '../../../components/ui/number-format'

describe('formatCount', () => {
  it.each([
    [0, undefined, '0'],
    [21_840, undefined, '21,840'],
    [9_999, 10_000, '9,999'],
    [10_000, 10_000, '10,000+'],
    [48_210, 10_000, '10,000+'],
  ])('%i with cap %s is %s', (value, cap, text) => {
    expect(formatCount(value, cap)).toBe(text)
  })
})

describe('formatQuantity', () => {
  it('knows one from many', () => {
    expect(formatQuantity(1, 'message')).toBe('1 message')
    expect(formatQuantity(0, 'message')).toBe('0 messages')
    expect(formatQuantity(2_000, 'entry', 'entries')).toBe('2,000 entries')
  })
})

describe('formatShare', () => {
  it.each([
    [3_912, 21_840, '18 %'],
    [0, 100, '0 %'],
    [1, 100_000, 'under 1 %'],
    [99_999, 100_000, 'over 99 %'],
    [100, 100, '100 %'],
    [120, 100, '100 %'],
    [0, 0, '0 %'],
  ])('%i of %i is %s', (part, total, text) => {
    expect(formatShare(part, total)).toBe(text)
  })
})
