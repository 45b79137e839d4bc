import { formatDay } from '../ui/time-format'
import type { FeedRow } from './arrange-messages'

/**
 * Whether a day begins with this message: it is the thread's first, or the one above it, results under their calls not
 * counted, is of another day. Not known, so false, while the one above is not loaded. `zone` is an IANA name; the
 * reader's own when absent.
 */
export function startsDay(rows: ReadonlyMap<number, FeedRow>, seq: number, zone?: string): boolean {
  const row = rows.get(seq)
  if (row?.kind !== 'message') return false
  let above = seq - 1
  while (rows.get(above)?.kind === 'folded') above -= 1
  if (above === 0) return true
  const before = rows.get(above)
  if (!before) return false
  const [here, there] = [row.view.createdAt, before.view.createdAt]
  return here !== there && formatDay(new Date(here), zone) !== formatDay(new Date(there), zone)
}
