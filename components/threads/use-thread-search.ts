'use client'

import { useQueryStates } from 'nuqs'
import { type ThreadSearch, threadSearchParsers } from './thread-search'

const noFilters = {
  q: null,
  agent: null,
  tenant: null,
  subject: null,
  active: null,
  created: null,
  tag: null,
  min: null,
  max: null,
} as const

export interface ThreadSearchState {
  search: ThreadSearch
  /** Changes what is given; null takes a value away. */
  setSearch: (changes: { [Key in keyof ThreadSearch]?: ThreadSearch[Key] | null }) => void
  clearFilters: () => void
}

/** The state of the threads screen, kept in the address. */
export function useThreadSearch(): ThreadSearchState {
  const [search, set] = useQueryStates(threadSearchParsers, { history: 'replace' })
  return {
    search,
    setSearch: (changes) => void set(changes),
    clearFilters: () => void set(noFilters),
  }
}
