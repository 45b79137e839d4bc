'use client'

import { useCallback, useRef } from 'react'
import { mountedRows, type SightRange } from './mounted-rows'

/** Tells the virtualizer which rows to have on the page; it asks once for each range. */
export function useMountedRows(activeSeq: number | null): (range: SightRange) => number[] {
  const before = useRef<SightRange | null>(null)
  return useCallback(
    (range) => {
      const indexes = mountedRows({ range, before: before.current, active: activeSeq === null ? null : activeSeq - 1 })
      before.current = range
      return indexes
    },
    [activeSeq],
  )
}
