/** How some figures lie: the middle one, the one that 95 of 100 do not exceed, and the ends. */
export interface Distribution {
  readonly median: number
  readonly p95: number
  readonly min: number
  readonly max: number
}

/** All 0 for no figures. The percentiles are figures that occur (nearest rank), so they can be looked up. */
export function distributionOf(figures: readonly number[]): Distribution {
  const sorted = figures.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { median: at(0.5), p95: at(0.95), min: at(0), max: at(1) }
}
