'use client'

import { defaultRateLimit, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { isBareAddress, type ThreadSearch, threadSearchParsers, usualSort } from './thread-search'

/** Takes all filters out of an address. */
export const noFilters = {
  q: null,
  agent: null,
  tenant: null,
  subject: null,
  active: null,
  created: null,
  tag: null,
  min: null,
  max: null,
  status: null,
  outcome: null,
  assignee: null,
  reviewer: null,
  signal: null,
} as const

type SearchChanges = { [Key in keyof ThreadSearch]?: ThreadSearch[Key] | null }

export interface ThreadSearchState {
  search: ThreadSearch
  /** The address says nothing of filters, order and columns: a view may fill it. */
  isBare: boolean
  /** Changes what is given; null takes a value away. `isStep` makes it a place that Back returns from. */
  setSearch: (changes: SearchChanges, options?: { isStep?: boolean }) => void
  clearFilters: () => void
}

/** The state of the threads screen, kept in the address. */
export function useThreadSearch(): ThreadSearchState {
  const [address, set] = useQueryStates(threadSearchParsers, { history: 'replace' })
  const search = useMemo<ThreadSearch>(() => ({ ...address, sort: address.sort ?? usualSort }), [address])
  return {
    search,
    isBare: isBareAddress(address),
    setSearch: (changes, { isStep = false } = {}) =>
      void set(changes, {
        ...(isStep ? { history: 'push' } : {}),
        // Only what is typed waits: a text that comes with others would be a second step back a moment later.
        ...(Object.keys(changes).length > 1 ? { limitUrlUpdates: defaultRateLimit } : {}),
      }),
    // Of a view that is left without any filter the order still says that it was changed on purpose.
    clearFilters: () => void set({ ...noFilters, ...(address.view === null ? {} : { sort: search.sort }) }),
  }
}
