/** So many kinds can be told apart without any colour; later ones begin anew. */
const KINDS = 7

export function patternId(place: number): string {
  return `series-${place % KINDS}`
}

const strokes = 'stroke-ink'

/** Fills that differ in shape and darkness. */
export function ChartPatterns() {
  return (
    <defs>
      <pattern id="series-0" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" className="fill-ink" />
      </pattern>
      <pattern id="series-1" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-panel" />
        <path d="M0 0V6" strokeWidth="5" className={strokes} />
      </pattern>
      <pattern id="series-2" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" className="fill-control" />
      </pattern>
      <pattern id="series-3" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" className="fill-panel" />
        <circle cx="2.5" cy="2.5" r="1.25" className="fill-ink" />
      </pattern>
      <pattern id="series-4" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" className="fill-line-strong" />
      </pattern>
      <pattern id="series-5" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" className="fill-panel" />
        <path d="M0 1H4" strokeWidth="1.5" className={strokes} />
      </pattern>
      <pattern id="series-6" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" className="fill-panel" />
        <path d="M0 0L6 6M6 0L0 6" strokeWidth="0.75" className={strokes} />
      </pattern>
    </defs>
  )
}

/** A series' fill beside its name. */
export function Swatch({ place }: { place: number }) {
  return (
    <svg aria-hidden="true" width="12" height="12" className="shrink-0 rounded-[2px] border border-control">
      <rect width="12" height="12" fill={`url(#${patternId(place)})`} />
    </svg>
  )
}
