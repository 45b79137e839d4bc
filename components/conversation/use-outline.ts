'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPCClient } from '../data/trpc'
import type { ReadingPlace } from './reading-place'

/** Messages after the one that is read, which the first page still holds. */
const AFTER = 50

type PageParam = { before: number } | { after: number }

/** The user's turns around the one that is read, page by page in both directions. */
export function useOutline({ uid, messageCount }: ThreadView, place: ReadingPlace) {
  const client = useTRPCClient()
  const reading = useSyncExternalStore(place.subscribe, place.get, place.get)
  const [anchor, setAnchor] = useState(reading)
  const query = useInfiniteQuery({
    queryKey: ['outline', uid, messageCount, anchor],
    placeholderData: keepPreviousData,
    initialPageParam: { before: Math.min(messageCount, (anchor ?? messageCount) + AFTER) + 1 } as PageParam,
    queryFn: async ({ pageParam, signal }) => {
      const { items, next } = await client.messages.outline.query({ uid, ...pageParam }, { signal })
      if ('after' in pageParam) return { items, earlier: null, later: next }
      return { items, earlier: next, later: pageParam.before <= messageCount ? pageParam.before - 1 : null }
    },
    getPreviousPageParam: ({ earlier }): PageParam | undefined => (earlier === null ? undefined : { before: earlier }),
    getNextPageParam: ({ later }): PageParam | undefined => (later === null ? undefined : { after: later }),
  })
  const pages = query.data?.pages
  const items = pages?.flatMap((page) => page.items) ?? []
  const from = pages?.[0]?.earlier ?? 1
  const to = pages?.at(-1)?.later ?? messageCount
  // Who went far away in the messages gets the turns of that place.
  const isFar = reading !== null && (reading < from || reading > to)
  if (pages && isFar && !query.isFetching && anchor !== reading) setAnchor(reading)
  const current = reading === null ? null : (items.findLast(({ seq }) => seq <= reading)?.seq ?? null)
  return { query, items, current }
}
