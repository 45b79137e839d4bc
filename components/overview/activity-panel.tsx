'use client'

import { QueryError } from '../data/query-error'
import { ActivitySection } from './activity-section'
import { metricWords, sumsOf } from './activity-series'
import { FigureLine } from './figure-line'
import { ActivitySkeleton } from './overview-skeleton'
import { PlaceBars } from './place-bars'
import { type OverviewState, useActivity } from './use-overview'

export interface ActivityPanelProps {
  state: OverviewState
  onChange: (changes: Partial<OverviewState>) => void
}

const shown = ['threads', 'messages', 'tokens', 'reads', 'writes'] as const

/** The figures of a time with how they came about, the chart, and where it happened. */
export function ActivityPanel({ state, onChange }: ActivityPanelProps) {
  const { steps, activity } = useActivity(state)
  if (activity.isPending) return <ActivitySkeleton />
  if (!activity.data) {
    return (
      <QueryError
        layout="inline"
        title="The figures could not be loaded"
        kept="What you look at stays chosen."
        error={activity.error}
        onRetry={() => void activity.refetch()}
        isRetrying={activity.isFetching}
      />
    )
  }
  const { items, before, places } = activity.data
  const isOneScope = state.tenant !== null && state.subject !== null
  return (
    <>
      <section
        aria-label="Figures"
        className="grid grid-cols-2 gap-px overflow-clip rounded-md border border-line bg-line sm:grid-cols-3 lg:grid-cols-5 max-sm:[&>*:last-child]:col-span-2 sm:max-lg:[&>*:nth-last-child(-n+2)]:col-auto"
      >
        {shown.map((metric) => (
          <FigureLine
            key={metric}
            label={metricWords[metric]}
            values={sumsOf(items, steps, metric)}
            before={before[metric]}
          />
        ))}
      </section>
      <ActivitySection
        items={items}
        steps={steps}
        isStale={activity.isPlaceholderData}
        state={state}
        onChange={onChange}
      />
      {isOneScope ? null : (
        <PlaceBars
          places={places}
          metric={state.metric}
          total={sumsOf(items, steps, state.metric).reduce((sum, value) => sum + value, 0)}
        />
      )}
    </>
  )
}
