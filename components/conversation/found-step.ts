/** The messages that hold what is looked for, as far as they are known. */
export interface FoundSeqs {
  /** Ascending. */
  readonly seqs: readonly number[]
  /** How many stand before the first of them. */
  readonly earlier: number
}

/** The hit one stands on: the one in the address while it is one, else the nearest from where one was reading on. */
export function currentHit({ seqs, earlier }: FoundSeqs, hit: number | null, anchor: number | null): number | null {
  if (hit !== null && (seqs.includes(hit) || (earlier > 0 && hit < (seqs[0] ?? 0)))) return hit
  if (anchor === null) return seqs.at(-1) ?? null
  return seqs.find((seq) => seq >= anchor) ?? seqs.at(-1) ?? null
}

/** The hit after or before one, around the ends; `earlier` when it stands before all that are known. */
export function nextHit({ seqs, earlier }: FoundSeqs, from: number, by: 1 | -1): number | 'earlier' | null {
  if (by > 0) return seqs.find((seq) => seq > from) ?? (earlier > 0 ? (seqs.at(-1) ?? null) : (seqs[0] ?? null))
  const before = seqs.findLast((seq) => seq < from)
  if (before !== undefined) return before
  return earlier > 0 ? 'earlier' : (seqs.at(-1) ?? null)
}

/** "3 of 17", counted from the thread's beginning. */
export function hitWords({ seqs, earlier }: FoundSeqs, hit: number | null): string {
  const count = earlier + seqs.length
  const place = hit === null ? -1 : seqs.indexOf(hit)
  const all = count.toLocaleString('en')
  return place < 0 ? `${all} found` : `${(earlier + place + 1).toLocaleString('en')} of ${all}`
}
