'use client'

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { InboxItemView, ListInboxOutput } from '@/server/schemas/inbox'
import { askAnew } from '../data/ask-anew'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'

const PAGE = 50
/** How often the desk asks whether something is new, in ms. */
const LOOK_EVERY_MS = 20_000
const none: readonly InboxItemView[] = []

/** How much is unread, and the newest of it. */
export function useUnread() {
  const trpc = useTRPC()
  return useQuery(trpc.inbox.count.queryOptions(undefined, { refetchInterval: LOOK_EVERY_MS })).data
}

/** The items, page by page. What is new meanwhile is said, and moves nothing until it is asked for. */
export function useInbox({ unread }: { unread: boolean }) {
  const trpc = useTRPC()
  const list = useInfiniteQuery(
    trpc.inbox.list.infiniteQueryOptions(
      { unread, limit: PAGE },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: false,
        // What was read in one of the lists has left the other.
        staleTime: 0,
      },
    ),
  )
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const newest = useUnread()?.newest
  const first = items[0]?.id
  // Ids are in the order of time.
  const hasNews = list.isSuccess && !list.isFetching && newest != null && (first === undefined || newest > first)
  return { list, items, hasNews }
}

type Pages = InfiniteData<z.infer<typeof ListInboxOutput>>

/** Marks items as read or unread: at once on the screen, taken back when the server refuses. */
export function useInboxActions() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  return useMemo(() => {
    const show = (isMeant: (item: InboxItemView) => boolean, isRead: boolean) =>
      cache.setQueriesData<Pages>(trpc.inbox.list.pathFilter(), (data) => {
        if (!data?.pages) return data
        const mark = (item: InboxItemView) => (isMeant(item) && item.isRead !== isRead ? { ...item, isRead } : item)
        return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(mark) })) }
      })
    const change = async (call: () => Promise<unknown>, isMeant: (item: InboxItemView) => boolean, isRead: boolean) => {
      // What is on its way was looked at before the change, and would take it back from the screen.
      const isLoading = cache.isFetching(trpc.inbox.list.pathFilter()) > 0
      show(isMeant, isRead)
      try {
        await call()
      } catch (error) {
        show(isMeant, !isRead)
        showFailure('The inbox was not changed', error)
      }
      if (isLoading) await askAnew(cache, trpc.inbox.list.pathFilter())
      await askAnew(cache, trpc.inbox.count.queryFilter())
    }
    return {
      mark: (id: string, isRead: boolean) =>
        change(
          () => client.inbox.markRead.mutate({ ids: [id], read: isRead }),
          (item) => item.id === id,
          isRead,
        ),
      /** All up to an item, that one included. */
      markAll: (upTo: string) =>
        change(
          () => client.inbox.markAllRead.mutate({ upTo }),
          (item) => item.id <= upTo && !item.isRead,
          true,
        ),
    }
  }, [trpc, client, cache])
}
