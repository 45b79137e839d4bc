'use client'

import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'

/** Stands after the last message that the newest review has seen. */
export function ReviewLine({ kind }: { kind: MemoryKind }) {
  return (
    <div className="day-line">
      <MemoryRail kind={kind} />
      <p>new since the review</p>
    </div>
  )
}
