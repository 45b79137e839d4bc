import { formatCount } from '../ui/number-format'
import { growthWords } from './activity-series'

export interface FigureLineProps {
  label: string
  /** One for each step of the time that is looked at. */
  values: readonly number[]
  /** Of the same time before. */
  before: number
}

const WIDTH = 120
const HEIGHT = 24

/** A figure, how it compares with the time before, and a thin line of how it came about. */
export function FigureLine({ label, values, before }: FigureLineProps) {
  const total = values.reduce((sum, value) => sum + value, 0)
  const most = Math.max(...values, 1)
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0
  const points = values.map((value, place) => `${place * step},${HEIGHT - 1 - (value / most) * (HEIGHT - 2)}`).join(' ')
  const growth = growthWords(total, before)
  return (
    <div className="min-w-0 bg-panel p-3">
      <div className="font-medium text-11 text-ink-3">{label}</div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium text-20 tabular-nums">{formatCount(total)}</span>
        <span className="text-12 text-ink-3 tabular-nums" title={`${formatCount(before)} in the same time before`}>
          {growth ?? 'none before'}
        </span>
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-1 h-6 w-full overflow-visible"
      >
        <polyline
          points={points}
          fill="none"
          strokeWidth="1.25"
          vectorEffect="non-scaling-stroke"
          className="stroke-ink-2"
        />
      </svg>
    </div>
  )
}
