'use client'

import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { ThreadSort, ThreadView } from '@/server/schemas/threads'
import { listenToEvents } from '../data/live-events'
import { useTRPCClient } from '../data/trpc'
import { describeNews, newsAfter, noNews } from './list-news'
import type { toListInput } from './thread-filters'
import { useThreadCaches } from './use-thread-caches'

/** As many as one word of the line names at most. */
const MOST = 200
const FIRST_PAGE = 100

export interface ListNewsOptions {
  input: ReturnType<typeof toListInput>
  sort: ThreadSort
  /** Where the list's pages are kept. */
  listKey: QueryKey
  refetch: () => Promise<unknown>
  /** The list is asked for anew, for whatever reason: it then holds what waited. */
  isRefetching: boolean
  isOn: boolean
}

interface ThreadPage {
  items: ThreadView[]
  nextCursor: string | null
}
type Pages = InfiniteData<ThreadPage>

/**
 * Keeps a list of threads as they are now: rows in it change in their places, and what would come in or move waits until
 * it is asked for. Each word of the line costs one query of the list, at most one in three seconds; none while the tab is hidden.
 */
export function useListNews({ input, sort, listKey, refetch, isRefetching, isOn }: ListNewsOptions) {
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const caches = useThreadCaches()
  const isVisible = useSyncExternalStore(onVisibility, isPageVisible, () => true)
  const list = JSON.stringify([input, sort])
  const [held, setHeld] = useState({ list, news: noNews })
  const news = held.list === list ? held.news : noNews
  const hasListened = useRef(false)

  useEffect(() => {
    if (isRefetching) setHeld((before) => ({ ...before, news: noNews }))
  }, [isRefetching])

  const look = useEffectEvent(async (asked: readonly string[] | null) => {
    const { items: found } = await client.threads.list.query({
      ...input,
      sort,
      ...(asked === null ? { limit: FIRST_PAGE } : { uids: [...asked], limit: MOST }),
    })
    const pages = queryClient.getQueryData<Pages>(listKey)?.pages
    if (!pages) return
    const shown = pages.flatMap(({ items }) => items)
    if (shown.length === 0) {
      if (found.length > 0) await refetch()
      return
    }
    const hasMore = pages.at(-1)?.nextCursor !== null
    setHeld((before) => ({
      list,
      news: newsAfter(before.list === list ? before.news : noNews, { asked, found, shown, hasMore, sort }),
    }))
    caches.put(found)
  })

  const { scope, scopePattern } = { scope: undefined, scopePattern: undefined, ...input }
  const where = JSON.stringify({ scope, scopePattern })
  useEffect(() => {
    if (!isOn || !isVisible) return
    const controller = new AbortController()
    const waiting = new Set<string>()
    let isWhole = false
    let isAsking = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      while ((isWhole || waiting.size > 0) && !controller.signal.aborted) {
        const asked = isWhole || waiting.size > MOST ? null : [...waiting]
        isWhole = false
        waiting.clear()
        // A look that fails is made up for by the next one.
        await look(asked).catch(() => {})
      }
      isAsking = false
    }
    void listenToEvents({
      subject: { threads: JSON.parse(where) },
      onEvent: (type, event) => {
        // What happened before the line was there is not told: the first page shows it.
        if (type === 'open') isWhole = hasListened.current
        if (type === 'open') hasListened.current = true
        for (const uid of uidsOf(event)) waiting.add(uid)
        if (Reflect.get(Object(event), 'isMore') === true) isWhole = true
        void ask()
      },
      signal: controller.signal,
    })
    return () => controller.abort()
  }, [where, isVisible, isOn])

  return {
    label: describeNews(news),
    /** Brings in what waits: the list from its top. */
    show: async () => {
      setHeld({ list, news: noNews })
      queryClient.setQueryData<Pages>(
        listKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      await Promise.all([refetch(), caches.refreshFigures()])
    },
  }
}

function uidsOf(event: unknown): string[] {
  const uids: unknown = Reflect.get(Object(event), 'uids')
  return Array.isArray(uids) ? uids.filter((uid) => typeof uid === 'string') : []
}

function onVisibility(heard: () => void): () => void {
  document.addEventListener('visibilitychange', heard)
  return () => document.removeEventListener('visibilitychange', heard)
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible'
}
