'use client'

import type { JobView } from '@/server/schemas/jobs'
import { Button } from '../ui/button'

export interface JobBarProps {
  job: JobView
  /** What it does: "Tagging". */
  going: string
  onStop: () => void
}

/** How far an operation on all that match is, and the way to stop it. */
export function JobBar({ job: { done, total }, going, onStop }: JobBarProps) {
  return (
    <div className="flex h-full min-h-10 items-center gap-3 bg-pick px-4 py-1.5">
      <span role="status" className="font-medium tabular-nums whitespace-nowrap">
        {going} {done.toLocaleString('en')} of {(total ?? 0).toLocaleString('en')}
      </span>
      <progress
        aria-label={going}
        className="h-1.5 min-w-0 max-w-80 flex-1 accent-act"
        value={done}
        max={Math.max(total ?? 0, 1)}
      />
      <Button onClick={onStop}>Stop</Button>
    </div>
  )
}
