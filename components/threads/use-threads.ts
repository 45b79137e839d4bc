'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { describeFilters, toListInput } from './thread-filters'
import { filterParsers, type ThreadSearch } from './thread-search'
import { useListNews } from './use-list-news'

const PAGE = 100
/** A list that has never held a thread looks again this often, in ms, so that the first one appears by itself. */
const WAITING = 3_000
const none: readonly ThreadView[] = []

/** The filters as one text, which changes only when they do. */
function keyOf(search: ThreadSearch): string {
  return JSON.stringify(Object.keys(filterParsers).map((name) => search[name as keyof typeof filterParsers]))
}

/** The threads that the address asks for, page by page, and how many there are. Waits while the address is not whole yet. */
export function useThreads(search: ThreadSearch, { isWaiting }: { isWaiting: boolean }) {
  const trpc = useTRPC()
  const q = useSettled(search.q, 250)
  const filterKey = keyOf({ ...search, q })
  // "The last 24 h" is anchored when the filters change, so that one list stays one list while it is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: filterKey stands for all filters
  const input = useMemo(() => toListInput({ ...search, q }, Date.now()), [filterKey])
  const isFiltered = describeFilters({ ...search, q }).length > 0

  const options = trpc.threads.list.infiniteQueryOptions(
    { ...input, sort: search.sort, limit: PAGE },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      enabled: !isWaiting,
      // What has changed meanwhile comes by the live line, and moves nothing.
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) => (!isFiltered && state.data?.pages[0]?.items.length === 0 ? WAITING : false),
    },
  )
  const list = useInfiniteQuery(options)
  const { sort } = search
  const news = useListNews({
    input,
    sort,
    listKey: options.queryKey,
    refetch: list.refetch,
    isRefetching: list.isRefetching,
    isOn: list.isSuccess,
  })
  const count = useQuery(
    trpc.threads.count.queryOptions(input, { placeholderData: keepPreviousData, enabled: isFiltered && !isWaiting }),
  )
  const total = useQuery(trpc.threads.count.queryOptions({ scopePattern: { all: true } }))
  const threads = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])

  return { input, list, news, threads, isFiltered, count: isFiltered ? count.data : total.data, total: total.data }
}
