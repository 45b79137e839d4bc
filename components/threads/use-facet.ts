import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FacetName } from '@/server/schemas/facets'
import { useTRPC } from '../data/trpc'
import { formatCount } from '../ui/number-format'
import { toListInput } from './thread-filters'
import type { ThreadFilterState } from './thread-search'

export interface Facet {
  /** Most threads first. */
  values: readonly { value: string; detail: string | null; count: number }[]
  /** How many threads a choice would give, `12,340`, with a `+` where counting stopped; undefined while it is not known. */
  countOf: (value: string, detail?: string) => string | undefined
}

const MOST_VALUES = 100

/**
 * What each choice of a filter would give under the other filters. Asked for when the choices are opened; a count that fails
 * leaves the choices as they are.
 */
export function useFacet(by: FacetName, filters: ThreadFilterState): Facet {
  const trpc = useTRPC()
  // One moment for as long as the choices are open: a count that is asked for anew each time never ends.
  const [now] = useState(() => Date.now())
  const facet = useQuery(
    trpc.threads.facet.queryOptions(
      { ...toListInput(filters, now), by },
      { placeholderData: keepPreviousData, retry: false },
    ),
  )
  const { values = [], capped = false } = facet.data ?? {}
  return {
    values,
    countOf: (value, detail) => {
      if (!facet.data) return undefined
      const found = values.find((each) => each.value === value && (detail === undefined || each.detail === detail))
      if (!found) return capped || values.length >= MOST_VALUES ? undefined : '0'
      return `${formatCount(found.count)}${capped ? '+' : ''}`
    },
  }
}
