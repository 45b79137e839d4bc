/** Indexes of a longest strictly increasing part of a list of numbers, ascending. Takes n log n. */
export function increasingRun(values: readonly number[]): number[] {
  /** For each length, the index of the least value that a part of it can end with. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1])
    ends[low] = index
  }
  const run: number[] = []
  for (let index = ends.at(-1); index !== undefined; index = before[index]) run.push(index)
  return run.reverse()
}
