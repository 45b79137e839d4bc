/** Presets, in days; a day is the last 24 hours, all others end with today. */
const presets = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type RangePreset = keyof typeof presets
export const rangePresets = Object.keys(presets) as RangePreset[]

/** What is looked at: a preset, or whole days of the reader's own zone, both inclusive. */
export type OverviewRange = { last: RangePreset } | { from: string; to: string }

export const usualRange: OverviewRange = { last: '7d' }

const HOUR_MS = 3_600_000
/** Longer ones are told by the day. */
const HOURLY_DAYS = 2
/** The longest that can be asked for. */
export const LONGEST_DAYS = 366

export function parseOverviewRange(text: string): OverviewRange | null {
  const preset = rangePresets.find((each) => each === text)
  if (preset) return { last: preset }
  const [from = '', to = '', ...rest] = text.split('..')
  if (rest.length > 0 || !isDay(from) || !isDay(to) || from > to) return null
  return daysBetween(from, to) <= LONGEST_DAYS ? { from, to } : null
}

export function serializeOverviewRange(range: OverviewRange): string {
  return 'last' in range ? range.last : `${range.from}..${range.to}`
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1
}

export interface RangeSteps {
  from: Date
  /** The first instant behind it. */
  to: Date
  step: 'hour' | 'day'
  /** Where each step begins. */
  starts: Date[]
}

/** The steps of a range; `now` in ms. Days begin at midnight where the reader is. */
export function stepsOf(range: OverviewRange, now: number): RangeSteps {
  const isHours = 'last' in range && range.last === '24h'
  if (isHours) {
    const to = new Date(Math.floor(now / HOUR_MS + 1) * HOUR_MS)
    return withStarts(new Date(to.getTime() - 24 * HOUR_MS), to, 'hour')
  }
  const from = 'last' in range ? midnight(now) : new Date(`${range.from}T00:00:00`)
  const to = 'last' in range ? midnight(now) : new Date(`${range.to}T00:00:00`)
  if ('last' in range) from.setDate(from.getDate() - presets[range.last] + 1)
  to.setDate(to.getDate() + 1)
  const isShort = to.getTime() - from.getTime() <= HOURLY_DAYS * 25 * HOUR_MS
  return withStarts(from, to, isShort ? 'hour' : 'day')
}

function midnight(now: number): Date {
  const date = new Date(now)
  date.setHours(0, 0, 0, 0)
  return date
}

function withStarts(from: Date, to: Date, step: 'hour' | 'day'): RangeSteps {
  const starts: Date[] = []
  const at = new Date(from)
  while (at < to) {
    starts.push(new Date(at))
    if (step === 'day') at.setDate(at.getDate() + 1)
    else at.setTime(at.getTime() + HOUR_MS)
  }
  return { from, to, step, starts }
}

/** `2026-11-30`, where the reader is. */
export function dayText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The days that a range touches, as the filters of the threads list take them. */
export function daysOf({ from, to }: { from: Date; to: Date }): string {
  return `${dayText(from)}..${dayText(new Date(to.getTime() - 1))}`
}
