import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { Skeleton } from '../ui/skeleton'

/** The height of a row that is not loaded, in px; the same number is the guess for rows never measured. */
export const PLACEHOLDER_HEIGHT = 72

const widths = ['w-3/5', 'w-2/5', 'w-4/6', 'w-1/2', 'w-1/3']

/** The place of a message that is on its way; the rail already says what the agent sees. */
export function MessagePlaceholder({ seq, kind }: { seq: number; kind: MemoryKind }) {
  return (
    <div
      className="grid grid-cols-[36px_minmax(0,1fr)_12px] @lg:grid-cols-[44px_minmax(0,1fr)_92px]"
      style={{ height: PLACEHOLDER_HEIGHT }}
    >
      <MemoryRail kind={kind} />
      <div className="grid content-start gap-2 py-2">
        <Skeleton className="h-2.5 w-20" />
        <Skeleton className={widths[seq % widths.length]} />
      </div>
    </div>
  )
}
