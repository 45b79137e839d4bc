import type { ActivityOutput } from '@/server/schemas/insights'
import { scopeHref } from '../data/scope-href'
import { Link } from '../ui/link'
import { formatCount, formatShare } from '../ui/number-format'
import { type Metric, metricWords } from './activity-series'

export interface PlaceBarsProps {
  places: ActivityOutput['places']
  metric: Metric
  /** All of it, in the same time. */
  total: number
}

/** The busiest tenants or subjects, with bars and figures. */
export function PlaceBars({ places, metric, total }: PlaceBarsProps) {
  const most = Math.max(...places.map((place) => place[metric]), 1)
  const sorted = [...places].sort((left, right) => right[metric] - left[metric])
  const title = `${metricWords[metric]} by ${places[0]?.subject == null ? 'tenant' : 'subject'}`
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="border-line border-b pb-1.5 font-semibold text-14">{title}</h2>
      {places.length === 0 ? <p className="py-3 text-12 text-ink-3">Nothing happened in that time.</p> : null}
      <ul>
        {sorted.map((place) => (
          <li
            key={JSON.stringify([place.tenant, place.subject])}
            className="relative grid min-h-11 grid-cols-[minmax(0,1fr)] content-center gap-1 border-line border-b hover:bg-hover"
          >
            <span className="flex items-baseline gap-4">
              <Link
                href={scopeHref({ tenant: place.tenant, subject: place.subject ?? undefined })}
                className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
              >
                {place.subject === '' ? 'no subject' : (place.subject ?? place.tenant)}
              </Link>
              <span className="shrink-0 text-12 text-ink-2 tabular-nums">
                {formatCount(place[metric])}
                <span className="ms-2 inline-block w-18 text-end text-ink-3">{formatShare(place[metric], total)}</span>
              </span>
            </span>
            <span aria-hidden="true" className="block h-1 rounded-full bg-hover">
              <span
                className="block h-1 rounded-full bg-control forced-colors:bg-[CanvasText]"
                style={{ width: `${(place[metric] / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
