import { formatCount } from '../ui/number-format'
import { placeWords } from './place-words'

interface PlacesListProps {
  label: string
  places: readonly { table: string; rows: number; after?: number }[]
}

/** Rows by what they hold, the most first; with `after` what is left of them. */
export function PlacesList({ label, places }: PlacesListProps) {
  const sorted = places.toSorted((one, other) => other.rows - one.rows)
  return (
    <dl aria-label={label} className="grid max-h-64 gap-x-4 overflow-y-auto text-12 tabular-nums">
      {sorted.map(({ table, rows, after }) => (
        <div key={table} className="flex min-h-6 items-baseline gap-4 border-line border-b last:border-b-0">
          <dt className="min-w-0 flex-1">{placeWords(table)}</dt>
          <dd className="text-end text-ink-2">
            {formatCount(rows)}
            {after === undefined ? null : (
              <span className="ms-2 inline-block w-12 text-ink">now {formatCount(after)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
