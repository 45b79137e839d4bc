'use client'

import type { ThreadFilterState } from './thread-search'
import { TimeFields } from './time-fields'
import type { TimeRange } from './time-range'
import { useFacet } from './use-facet'

export interface TimeChoiceProps {
  /** Which time: of the last message, or of the thread. */
  by: 'active' | 'created'
  filters: ThreadFilterState
  onChoose: (range: TimeRange) => void
}

/** A time up to now, or whole days, with how many threads each would leave. */
export function TimeChoice({ by, filters, onChoose }: TimeChoiceProps) {
  const { countOf } = useFacet(by, filters)
  return <TimeFields value={filters[by]} asideOf={countOf} onChoose={onChoose} />
}
