const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `2026-11-30 14:05:12 UTC` */
export function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/**
 * How long ago, short: `now`, `2 min`, `3 h`, `5 d`, then the day: `12 Oct`, `12 Oct 2025`.
 * A time ahead of `now` by clock skew reads `now`. `zone` is an IANA name; the reader's own when absent.
 */
export function formatRelative(date: Date, now: number, zone?: string): string {
  const age = now - date.getTime()
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  if (age < 7 * day) return `${Math.floor(age / day)} d`
  const isThisYear = date.getUTCFullYear() === new Date(now).getUTCFullYear()
  return formatter(isThisYear ? 'shortDay' : 'shortDate', zone).format(date)
}

/** How a time is told that does not change with the clock. */
export type ExactShape = 'shortDate' | 'clock' | 'moment' | 'minute' | 'second'

/** `14:05`, or with the day in front: `30 Nov, 14:05`, `30 Nov 2026, 14:05`; with seconds where order matters. */
export function formatExact(date: Date, parts: ExactShape, zone?: string): string {
  return formatter(parts, zone).format(date)
}

/** `Monday, 30 November 2026`: one text for all times of a day in that zone. */
export function formatDay(date: Date, zone?: string): string {
  return formatter('day', zone).format(date)
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const shortDay = { day: 'numeric', month: 'short' } as const
const shortDate = { ...shortDay, year: 'numeric' } as const
const shapes = {
  shortDay,
  shortDate,
  clock,
  moment: { ...shortDay, ...clock },
  minute: { ...shortDate, ...clock },
  second: { ...shortDate, ...clock, second: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter costs a hundred times what using one does, and a feed shows many times. */
function formatter(shape: keyof typeof shapes, zone: string | undefined): Intl.DateTimeFormat {
  const key = `${shape} ${zone ?? ''}`
  let known = formatters.get(key)
  if (!known) {
    known = new Intl.DateTimeFormat('en-GB', { ...shapes[shape], timeZone: zone })
    formatters.set(key, known)
  }
  return known
}
