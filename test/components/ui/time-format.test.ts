import { describe, expect, it } from 'vitest'
import { formatDay, formatExact, formatRelative, formatUtc } from '../../../components/ui/time-format'

const now = Date.parse('2026-11-30T14:05:12Z')

describe('formatRelative', () => {
  it.each([
    ['2026-11-30T14:05:00Z', 'now'],
    ['2026-11-30T14:09:00Z', 'now'],
    ['2026-11-30T14:03:12Z', '2 min'],
    ['2026-11-30T13:05:12Z', '1 h'],
    ['2026-11-29T14:05:12Z', '1 d'],
    ['2026-11-23T14:05:12Z', '23 Nov'],
    ['2025-10-12T08:00:00Z', '12 Oct 2025'],
  ])('%s is %s', (date, text) => {
    expect(formatRelative(new Date(date), now, 'UTC')).toBe(text)
  })
})

describe('formatExact', () => {
  it('tells the clock, the minute or the second, in the zone asked for', () => {
    const date = new Date(now)
    expect(formatExact(date, 'clock', 'UTC')).toBe('14:05')
    expect(formatExact(date, 'moment', 'UTC')).toBe('30 Nov, 14:05')
    expect(formatExact(date, 'minute', 'Asia/Shanghai')).toBe('30 Nov 2026, 22:05')
    expect(formatExact(date, 'second', 'UTC')).toBe('30 Nov 2026, 14:05:12')
  })

  it('writes midnight as 00, not 24', () => {
    expect(formatExact(new Date('2026-11-30T00:00:00Z'), 'clock', 'UTC')).toBe('00:00')
  })
})

describe('formatDay', () => {
  it('names the day in the zone asked for', () => {
    expect(formatDay(new Date('2026-11-30T23:30:00Z'), 'UTC')).toMatch(/^Monday,? 30 November 2026$/)
    expect(formatDay(new Date('2026-11-30T23:30:00Z'), 'Asia/Shanghai')).toMatch(/^Tuesday,? 1 December 2026$/)
  })
})

describe('formatUtc', () => {
  it('is the whole time with its zone', () => {
    expect(formatUtc(new Date(now))).toBe('2026-11-30 14:05:12 UTC')
  })
})
