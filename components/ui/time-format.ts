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
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
    timeZone: zone,
  }).format(date)
}

/** `14:05`, or with the day in front: `30 Nov 2026, 14:05`; with seconds where order matters. */
export function formatExact(date: Date, parts: 'clock' | 'minute' | 'second', zone?: string): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const
  const dated = { ...time, day: 'numeric', month: 'short', year: 'numeric' } as const
  const options = { clock: time, minute: dated, second: { ...dated, second: '2-digit' } as const }[parts]
  return new Intl.DateTimeFormat('en-GB', options).format(date)
}
