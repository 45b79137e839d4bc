/** How much a place further down costs: with 60, being first in two lists beats any place in one. */
export const RANK_OFFSET = 60

/** One opinion on what is best: a value for each thing it has one of, greater is better. */
export type Ranking = ReadonlyMap<string, number>

/**
 * Fuses rankings whose values cannot be compared: each adds 1 / (60 + place), equal values share a place.
 * @returns the sum for each thing that any ranking holds
 */
export function reciprocalRanks(rankings: readonly Ranking[]): Map<string, number> {
  const fused = new Map<string, number>()
  for (const ranking of rankings) {
    let place = 0
    let previous = Number.NaN
    for (const [index, [key, value]] of [...ranking].sort((left, right) => right[1] - left[1]).entries()) {
      if (value !== previous) place = index + 1
      previous = value
      fused.set(key, (fused.get(key) ?? 0) + 1 / (RANK_OFFSET + place))
    }
  }
  return fused
}
