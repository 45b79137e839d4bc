'use client'

import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { formatDay } from '../ui/time-format'

export interface DayLineProps {
  /** Of the message below it, as the wire tells it. */
  value: string
  /** What the rail beside it continues; absent at the thread's start. */
  kind: MemoryKind | null
}

/** Where a day begins among the messages, which tell the clock alone. In the reader's own zone. */
export function DayLine({ value, kind }: DayLineProps) {
  const date = new Date(value)
  return (
    <div className="day-line">
      {kind ? <MemoryRail kind={kind} isDecorative /> : null}
      <time dateTime={value}>{formatDay(date)}</time>
    </div>
  )
}
