/** Presets of a time filter, in ms. */
const presets = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const

export type TimePreset = keyof typeof presets
export const timePresets: readonly { value: TimePreset; label: string }[] = [
  { value: '1h', label: 'last hour' },
  { value: '24h', label: 'last 24 h' },
  { value: '7d', label: 'last 7 days' },
  { value: '30d', label: 'last 30 days' },
]

/** A time filter: a preset that ends now, or whole days of the reader's own zone (`2026-11-30`), both ends inclusive. */
export type TimeRange = { last: TimePreset } | { from?: string; to?: string }

const day = /^\d{4}-\d{2}-\d{2}$/

function isDay(text: string): boolean {
  return day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))
}

/** `24h`, `2026-11-01..2026-11-30`, `2026-11-01..`, `..2026-11-30`; null for anything else. */
export function parseTimeRange(text: string): TimeRange | null {
  const preset = timePresets.find((each) => each.value === text)
  if (preset) return { last: preset.value }
  const ends = text.split('..')
  const [from = '', to = ''] = ends
  if (ends.length !== 2 || (!from && !to)) return null
  if ((from && !isDay(from)) || (to && !isDay(to))) return null
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

export function serializeTimeRange(range: TimeRange): string {
  return 'last' in range ? range.last : `${range.from ?? ''}..${range.to ?? ''}`
}

/** The range in words: `last 24 h`, `from 1 Nov 2026`, `1 Nov 2026 to 30 Nov 2026`. */
export function describeTimeRange(range: TimeRange): string {
  if ('last' in range) return timePresets.find((each) => each.value === range.last)?.label ?? range.last
  const { from, to } = range
  if (from && to) return from === to ? spell(from) : `${spell(from)} to ${spell(to)}`
  return from ? `from ${spell(from)}` : `until ${spell(to ?? '')}`
}

function spell(text: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${text}T00:00:00`),
  )
}

/** The instants the range stands for, as ISO texts; `now` in ms. The end is the first instant after the last day. */
export function boundsOf(range: TimeRange, now: number): { after?: string; before?: string } {
  if ('last' in range) return { after: new Date(now - presets[range.last]).toISOString() }
  const bounds: { after?: string; before?: string } = {}
  if (range.from) bounds.after = new Date(`${range.from}T00:00:00`).toISOString()
  if (range.to) {
    const end = new Date(`${range.to}T00:00:00`)
    end.setDate(end.getDate() + 1)
    bounds.before = end.toISOString()
  }
  return bounds
}
