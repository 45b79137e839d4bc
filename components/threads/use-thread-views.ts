'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { SavedViewView } from '@/server/schemas/views'
import { useTRPC } from '../data/trpc'
import { WHOLE_LIST } from './thread-search'
import type { ThreadSearchState } from './use-thread-search'
import { defaultView, fromViewState, isChangedFrom } from './view-state'

const none: readonly SavedViewView[] = []

export interface ThreadViews {
  items: readonly SavedViewView[]
  /** The view that the address names. */
  current: SavedViewView | null
  /** The address names one that is gone, or is another person's own. */
  isMissing: boolean
  /** The list shows something else than the view. */
  isChanged: boolean
  /** Which view the list opens with is not known yet: what the address says is not all of it. */
  isSettling: boolean
  /** Null is the whole list. */
  choose: (view: SavedViewView | null) => void
}

/** The views of the threads list, and the one that is on. A bare address becomes the view's, or the default one's. */
export function useThreadViews({ search, isBare, setSearch }: Omit<ThreadSearchState, 'clearFilters'>): ThreadViews {
  const trpc = useTRPC()
  const views = useQuery(trpc.views.list.queryOptions({}, { staleTime: 60_000 }))
  const items = views.data?.items ?? none
  const current = items.find((view) => view.id === search.view) ?? null
  const wanted = search.view === null ? defaultView(items) : (current ?? undefined)
  const opening = isBare && search.view !== WHOLE_LIST ? wanted : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each view that opens; the setter is made anew each time
  useEffect(() => {
    if (opening) setSearch({ ...fromViewState(opening.state), view: opening.id })
  }, [opening])

  const isChanged = useMemo(
    () => current !== null && opening === undefined && isChangedFrom(current, search),
    [current, opening, search],
  )
  return {
    items,
    current,
    isMissing: search.view !== null && search.view !== WHOLE_LIST && current === null && views.isSuccess,
    isChanged,
    isSettling: opening !== undefined || (isBare && search.view !== WHOLE_LIST && views.isPending),
    choose: (view) =>
      view
        ? setSearch({ ...fromViewState(view.state), view: view.id }, { isStep: true })
        : setSearch({ ...fromViewState({}), sort: null, view: WHOLE_LIST }, { isStep: true }),
  }
}
