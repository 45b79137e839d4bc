import type { ActivityOutput } from '@/server/schemas/insights'
import { daysOf, type RangeSteps } from './overview-range'

export const metrics = ['messages', 'threads', 'tokens', 'reads', 'writes'] as const
export type Metric = (typeof metrics)[number]

export const metricWords: Readonly<Record<Metric, string>> = {
  messages: 'Messages',
  threads: 'New threads',
  tokens: 'Tokens',
  reads: 'Reads',
  writes: 'Writes',
}

/** An agent's part of what happened; null are all others together. */
export interface Series {
  agentName: string | null
  label: string
  total: number
  /** One for each step. */
  values: number[]
}

/** One series for each agent, the largest first, the others last; agents without any are left out. */
export function seriesOf(
  items: ActivityOutput['items'],
  { starts }: Pick<RangeSteps, 'starts'>,
  metric: Metric,
): Series[] {
  const places = new Map(starts.map((start, place) => [start.toISOString(), place]))
  const series = new Map<string | null, Series>()
  for (const item of items) {
    const place = places.get(item.start)
    if (place === undefined || item[metric] === 0) continue
    const { agentName } = item
    const known = series.get(agentName) ?? {
      agentName,
      label: labelOf(agentName),
      total: 0,
      values: starts.map(() => 0),
    }
    known.total += item[metric]
    known.values[place] = (known.values[place] ?? 0) + item[metric]
    series.set(agentName, known)
  }
  const isOthers = ({ agentName }: Series) => (agentName === null ? 1 : 0)
  return [...series.values()].sort((left, right) => isOthers(left) - isOthers(right) || right.total - left.total)
}

function labelOf(agentName: string | null): string {
  if (agentName === null) return 'other agents'
  return agentName === '' ? 'no agent' : agentName
}

/** All agents together, one for each step. */
export function sumsOf(
  items: ActivityOutput['items'],
  { starts }: Pick<RangeSteps, 'starts'>,
  metric: Metric,
): number[] {
  const sums = starts.map(() => 0)
  for (const { values } of seriesOf(items, { starts }, metric)) {
    for (const [place, value] of values.entries()) sums[place] = (sums[place] ?? 0) + value
  }
  return sums
}

/** The threads behind a figure: those that were new then, or those whose last message is of then. */
export function threadsBehind(
  metric: Metric,
  where: { tenant: string | null; subject: string | null; agent: string | null; from: Date; to: Date },
): string {
  const query = new URLSearchParams()
  if (where.agent) query.set('agent', where.agent)
  if (where.tenant) query.set('tenant', where.tenant)
  if (where.tenant && where.subject !== null) query.set('subject', where.subject)
  query.set(metric === 'threads' ? 'created' : 'active', daysOf(where))
  return `/threads?${query}`
}

/** `12 % more`, `3 times as much`, `half as much`… than before; null where there was nothing before. */
export function growthWords(now: number, before: number): string | null {
  if (before === 0) return null
  const ratio = now / before
  if (ratio >= 3) return `${Math.round(ratio)} times as much`
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return 'as before'
  return percent > 0 ? `+${percent} %` : `−${-percent} %`
}
