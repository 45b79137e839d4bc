'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from '../ui/number-format'
import { formatExact } from '../ui/time-format'
import type { Series } from './activity-series'
import { ChartPatterns, patternId, Swatch } from './chart-pattern'
import type { RangeSteps } from './overview-range'

export interface ActivityChartProps {
  /** Read out: "Messages by day and agent". */
  label: string
  series: readonly Series[]
  steps: RangeSteps
  /** A press on the part of a bar. */
  onChoose: (series: Series, start: Date) => void
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const tick = { fontSize: 11, fill: 'var(--color-ink-3)' }

/** Bars of a step each, stacked by agent. Arrow keys go from step to step; the same figures stand in the table. */
export default function ActivityChart({ label, series, steps, onChoose }: ActivityChartProps) {
  const data = steps.starts.map((start, place) => ({ start, values: series.map(({ values }) => values[place] ?? 0) }))
  const nameOf = (start: Date) => (steps.step === 'hour' ? formatExact(start, 'clock') : dayName.format(start))
  return (
    <ResponsiveContainer width="100%" height={240}>
      <BarChart data={data} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} title={label} barCategoryGap="18%">
        <ChartPatterns />
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey={({ start }: { start: Date }) => nameOf(start)}
          tickLine={false}
          axisLine={false}
          minTickGap={24}
          tick={tick}
        />
        <YAxis
          width={44}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={(value: number) => short.format(value)}
          tick={tick}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ className: 'fill-hover' }}
          content={({ active, label: at, activeIndex }) => {
            const row = active ? data[Number(activeIndex)] : undefined
            return row ? <StepFigures title={String(at)} series={series} values={row.values} /> : null
          }}
        />
        {series.map((each, place) => (
          <Bar
            key={each.agentName ?? 'others'}
            name={each.label}
            dataKey={({ values }: { values: number[] }) => values[place] ?? 0}
            stackId="all"
            fill={`url(#${patternId(place)})`}
            isAnimationActive={false}
            className="cursor-pointer"
            onClick={(_, index) => {
              const start = steps.starts[index]
              if (start) onChoose(each, start)
            }}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

function StepFigures({
  title,
  series,
  values,
}: {
  title: string
  series: readonly Series[]
  values: readonly number[]
}) {
  const total = values.reduce((sum, value) => sum + value, 0)
  return (
    <div className="grid min-w-40 gap-1 rounded-md border border-line bg-panel p-2.5 text-12 shadow-float">
      <div className="flex justify-between gap-4 font-medium">
        <span>{title}</span>
        <span className="tabular-nums">{formatCount(total)}</span>
      </div>
      {series.map((each, place) =>
        values[place] ? (
          <div key={each.label} className="flex items-center gap-2 text-ink-2">
            <Swatch place={place} />
            <span className="min-w-0 flex-1 truncate">{each.label}</span>
            <span className="tabular-nums">{formatCount(values[place])}</span>
          </div>
        ) : null,
      )}
    </div>
  )
}
