// Sizes of reads in classes that grow with them, so that a week of reads fits in a few rows and still gives percentiles.

/** Below it each number of tokens is a class of its own; above it an octave has as many. */
const FINE = 16

/** The class of a read of so many tokens: 0 for none, growing by about 4 % each. */
export function sizeClass(tokens: number): number {
  if (tokens < FINE) return Math.max(0, Math.floor(tokens))
  return FINE + Math.floor(FINE * Math.log2(tokens / FINE))
}

/** Tokens in the middle of a class: at most 3 % from any that falls into it. */
export function tokensOfClass(size: number): number {
  if (size < FINE) return size
  return Math.round(FINE * 2 ** ((size - FINE + 0.5) / FINE))
}

export interface CountedSize {
  readonly sizeClass: number
  readonly reads: number
}

/** Tokens that this share (0 to 1) of the reads did not exceed, by nearest rank; null where there were none. */
export function sizeAt(counted: readonly CountedSize[], share: number): number | null {
  const total = counted.reduce((sum, { reads }) => sum + reads, 0)
  if (total === 0) return null
  let left = Math.max(1, Math.ceil(share * total))
  for (const { sizeClass: size, reads } of counted.toSorted((one, other) => one.sizeClass - other.sizeClass)) {
    left -= reads
    if (left <= 0) return tokensOfClass(size)
  }
  return null
}
