/** Rows in sight, by place from 0, inclusive. */
export interface SightRange {
  readonly startIndex: number
  readonly endIndex: number
  /** Rows in the list. */
  readonly count: number
}

/** Rows kept ready ahead of what is in sight, and behind it. */
const AHEAD = 6
const BEHIND = 2

export interface MountedRows {
  range: SightRange
  /** What was in sight before; null at the start. */
  before: SightRange | null
  /** A row that stays on the page wherever one scrolls: it has the focus. */
  active: number | null
}

/**
 * Which rows are on the page: those in sight and some around them, more where one is going. Within a fling, when nothing
 * in sight was in sight before, rows around it would be made and thrown away unseen: then it is what is in sight alone.
 */
export function mountedRows({ range, before, active }: MountedRows): number[] {
  const { startIndex, endIndex, count } = range
  const isJump = before !== null && (startIndex > before.endIndex || endIndex < before.startIndex)
  const by = before === null || isJump ? 0 : Math.sign(startIndex - before.startIndex + endIndex - before.endIndex)
  const above = isJump ? 1 : by > 0 ? BEHIND : AHEAD
  const below = isJump ? 1 : by < 0 ? BEHIND : AHEAD
  const first = Math.max(0, startIndex - above)
  const last = Math.min(count - 1, endIndex + below)
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
  if (active === null || active < 0 || active >= count || (active >= first && active <= last)) return indexes
  return active < first ? [active, ...indexes] : [...indexes, active]
}
