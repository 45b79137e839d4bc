import type { FeedRow } from './arrange-messages'

/** The messages that are shown in one row and still have their text: the message, then the results under it. */
export function redactableSeqs(row: Extract<FeedRow, { kind: 'message' }>): { own: number | null; results: number[] } {
  const results = row.calls.flatMap(({ result }) => (result && !result.redactedAt ? [result.seq] : []))
  return { own: row.view.redactedAt ? null : row.view.seq, results }
}

/** Is nothing left in it that could be taken out? */
export function isRedactedWhole(row: Extract<FeedRow, { kind: 'message' }>): boolean {
  const { own, results } = redactableSeqs(row)
  return own === null && results.length === 0
}
