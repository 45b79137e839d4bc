'use client'

import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { formatExact } from '../ui/time-format'
import type { Series } from './activity-series'
import type { RangeSteps } from './overview-range'

export interface ActivityTableProps {
  label: string
  series: readonly Series[]
  steps: RangeSteps
  hrefOf: (series: Pick<Series, 'agentName'>, start?: Date) => string
}

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** The figures of the chart, the newest first; each leads to its threads. */
export function ActivityTable({ label, series, steps, hrefOf }: ActivityTableProps) {
  const rows = steps.starts.map((start, place) => ({ start, place })).reverse()
  const nameOf = (start: Date) => (steps.step === 'hour' ? formatExact(start, 'moment') : dayName.format(start))
  return (
    <section aria-label={`${label}, as a table`} className="max-h-96 overflow-auto rounded-md border border-line">
      <table className="w-full border-collapse text-12">
        <thead className="sticky top-0 z-1 bg-panel text-11 text-ink-3">
          <tr className="*:border-line *:border-b *:px-3 *:py-1.5 *:font-medium *:whitespace-nowrap">
            <th scope="col" className="text-start">
              {steps.step === 'hour' ? 'Hour' : 'Day'}
            </th>
            <th scope="col" className="text-end">
              All
            </th>
            {series.map((each) => (
              <th key={each.label} scope="col" className="max-w-50 truncate text-end">
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ start, place }) => (
            <tr
              key={start.toISOString()}
              className="*:border-line *:border-b *:px-3 *:py-1 last:*:border-b-0 hover:bg-hover"
            >
              <th scope="row" className="text-start font-normal text-ink-2 whitespace-nowrap">
                {nameOf(start)}
              </th>
              <td className="text-end tabular-nums">
                <Figure
                  value={series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)}
                  href={hrefOf({ agentName: null }, start)}
                />
              </td>
              {series.map((each) => (
                <td key={each.label} className="text-end tabular-nums">
                  <Figure value={each.values[place] ?? 0} href={hrefOf(each, start)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Figure({ value, href }: { value: number; href: string }) {
  if (value === 0) return <span className="text-ink-3">0</span>
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 min-w-6 items-center justify-end underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {formatCount(value)}
    </Link>
  )
}
