import type { FeedRow } from './arrange-messages'

export interface RowStep {
  rows: ReadonlyMap<number, FeedRow>
  /** Messages in the thread. */
  count: number
  /** A seq, or one before the first or after the last. */
  from: number
  by: 1 | -1
}

/** The seq of the next row that stands for itself, loaded or not; null at the thread's end. */
export function nextRow({ rows, count, from, by }: RowStep): number | null {
  for (let seq = from + by; seq >= 1 && seq <= count; seq += by) {
    if (rows.get(seq)?.kind !== 'folded') return seq
  }
  return null
}
