'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import type { ActivityOutput } from '@/server/schemas/insights'
import { classNames } from '../ui/class-names'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { SegmentedControl } from '../ui/segmented-control'
import { Skeleton } from '../ui/skeleton'
import { type Metric, metrics, metricWords, type Series, seriesOf, threadsBehind } from './activity-series'
import { ActivityTable } from './activity-table'
import { Swatch } from './chart-pattern'
import type { RangeSteps } from './overview-range'
import type { OverviewState } from './use-overview'

/** The library of charts comes with the first one; no other screen pays for it. */
const ActivityChart = dynamic(() => import('./activity-chart'), { ssr: false, loading: () => <ChartSkeleton /> })

export function ChartSkeleton() {
  return <Skeleton className="h-60" />
}

export interface ActivitySectionProps {
  items: ActivityOutput['items']
  steps: RangeSteps
  isStale: boolean
  state: Pick<OverviewState, 'metric' | 'show' | 'agent' | 'tenant' | 'subject'>
  onChange: (changes: { metric?: Metric; show?: 'chart' | 'table' }) => void
}

/** What happened over time, by agent: as bars, or as the figures themselves. */
export function ActivitySection({ items, steps, isStale, state, onChange }: ActivitySectionProps) {
  const router = useRouter()
  const { metric, show } = state
  const series = seriesOf(items, steps, metric)
  const stepName = steps.step === 'hour' ? 'hour' : 'day'
  const label = `${metricWords[metric]} by ${stepName} and agent`
  const hrefOf = ({ agentName }: Pick<Series, 'agentName'>, start?: Date) => {
    const from = start ?? steps.from
    const to = start ? (steps.starts[steps.starts.findIndex((each) => each >= start) + 1] ?? steps.to) : steps.to
    return threadsBehind(metric, { ...state, agent: agentName || state.agent, from, to })
  }
  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold text-14">{label}</h2>
        <SegmentedControl
          label="What is counted"
          value={metric}
          onValueChange={(next) => onChange({ metric: next })}
          options={metrics.map((value) => ({ value, label: metricWords[value] }))}
          className="max-sm:w-full max-sm:[&>*]:px-1"
        />
        <SegmentedControl
          label="How it is shown"
          value={show}
          onValueChange={(next) => onChange({ show: next })}
          options={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </div>
      <div className={classNames('transition-opacity', isStale && 'opacity-60')} aria-busy={isStale || undefined}>
        {series.length === 0 ? (
          <p className="grid h-60 place-content-center rounded-md border border-line border-dashed text-13 text-ink-2">
            Nothing of this happened in that time.
          </p>
        ) : show === 'table' ? (
          <ActivityTable series={series} steps={steps} hrefOf={hrefOf} label={label} />
        ) : (
          <ActivityChart
            label={label}
            series={series}
            steps={steps}
            onChoose={(each, start) => router.push(hrefOf(each, start))}
          />
        )}
      </div>
      {series.length > 0 ? (
        <ul aria-label="Agents" className="flex flex-wrap gap-x-4 gap-y-1 text-12">
          {series.map((each, place) => (
            <li key={each.label}>
              <Link
                href={hrefOf(each)}
                className="flex min-h-6 items-center gap-1.5 underline-offset-2 hover:underline pointer-coarse:min-h-11"
              >
                <Swatch place={place} />
                <span className="max-w-50 truncate">{each.label}</span>
                <span className="text-ink-3 tabular-nums">{formatCount(each.total)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
