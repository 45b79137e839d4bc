'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { type RefObject, useMemo, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPCClient } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { foundPieces } from './found-marks'
import { currentHit, hitWords, nextHit } from './found-step'
import type { FeedPlace, MessageFeedHandle } from './message-feed'

/** How long hands must rest before the server is asked, in ms. */
const REST = 150
const nothing: readonly string[] = []

/** Find in the thread. What is looked for and the message one stands on are in the address: `?find=…&hit=…`. */
export function useFindInThread({ uid, revision }: ThreadView, feed: RefObject<MessageFeedHandle | null>) {
  const client = useTRPCClient()
  const [{ find, hit }, setAddress] = useQueryStates(
    { find: parseAsString, hit: parseAsInteger },
    { history: 'replace' },
  )
  const [isOpen, setIsOpen] = useState(find !== null)
  const [begun, setBegun] = useState<{ place: FeedPlace | null; at: number }>({ place: null, at: 0 })
  const words = useSettled(find?.trim() ?? '', REST)
  const isAsked = isOpen && words !== ''
  const search = useInfiniteQuery({
    queryKey: ['find-in-thread', uid, words, revision],
    enabled: isAsked,
    initialPageParam: undefined as number | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      client.messages.find.query({ uid, query: words, before: pageParam }, { signal }),
    getNextPageParam: ({ seqs, earlier }) => (earlier > 0 ? seqs[0] : undefined),
  })
  const found = useMemo(() => {
    const pages = isAsked ? (search.data?.pages ?? []) : []
    return { seqs: pages.toReversed().flatMap(({ seqs }) => seqs), earlier: pages.at(-1)?.earlier ?? 0 }
  }, [search.data, isAsked])
  const pieces = useMemo(() => (isAsked ? foundPieces(words) : nothing), [isAsked, words])
  const hitSeq = isAsked ? currentHit(found, hit, begun.place?.seq ?? null) : null

  const step = async (by: 1 | -1) => {
    if (hitSeq === null) return
    const next = nextHit(found, hitSeq, by)
    if (next === 'earlier') {
      const { data } = await search.fetchNextPage()
      void setAddress({ hit: data?.pages.at(-1)?.seqs.at(-1) ?? hitSeq })
    } else {
      void setAddress({ hit: next })
      // Also when it is the only one: one may have scrolled away from it.
      if (next === hitSeq) feed.current?.show(next)
    }
  }
  return {
    isOpen,
    text: find ?? '',
    setText: (text: string) => void setAddress({ find: text === '' ? null : text, hit: null }),
    pieces,
    hitSeq,
    /** "3 of 17"; null while nothing is asked. */
    told: isAsked && search.isSuccess ? hitWords(found, hitSeq) : null,
    isLooking: isAsked && search.isFetching,
    isNothing: isAsked && search.isSuccess && !search.isPlaceholderData && found.seqs.length === 0,
    error: isAsked ? search.error : null,
    retry: () => void search.refetch(),
    step: (by: 1 | -1) => void step(by),
    /** Counts how often it was asked for, so that the field takes the keys each time. */
    begun: begun.at,
    open: () => {
      setBegun(({ place, at }) => ({ place: isOpen ? place : (feed.current?.place() ?? null), at: at + 1 }))
      setIsOpen(true)
    },
    /** `back`: to where one was reading; else one stays at what was found. */
    close: (to: 'back' | 'stay') => {
      setIsOpen(false)
      void setAddress({ find: null, hit: null })
      if (to === 'back' && begun.place) feed.current?.restore(begun.place)
      else if (hitSeq !== null) feed.current?.goTo(hitSeq)
    },
  }
}
export type FindInThread = ReturnType<typeof useFindInThread>
