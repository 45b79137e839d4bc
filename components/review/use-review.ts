'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewOutcome } from '@/server/schemas/review-facts'
import type { ThreadView } from '@/server/schemas/threads'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'

/** How often it is looked whether somebody else has come to the thread, in ms. */
const LOOK_EVERY = 15_000

/** What is entered until the review is finished. */
export interface ReviewDraft {
  outcome: ReviewOutcome | null
  reasons: readonly string[]
  score: string
}

const empty: ReviewDraft = { outcome: null, reasons: [], score: '' }

/** The score that was typed, 0 to 100; null for none, undefined for what is no score. */
export function readScore(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const score = Number(text)
  return Number.isInteger(score) && score >= 0 && score <= 100 ? score : undefined
}

/** One thread's review: how it stands, what is entered, and what ends it. */
export function useReview(thread: ThreadView) {
  const { uid } = thread
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  const { data } = useQuery(trpc.reviews.get.queryOptions({ uid }, { refetchInterval: LOOK_EVERY }))
  const review = data ?? thread.review
  const [draft, setDraft] = useState(empty)
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: trpc.reviews.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.queues.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.team.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.threads.get.queryKey({ uid }) }),
      cache.invalidateQueries(trpc.threads.list.infiniteQueryFilter()),
      cache.invalidateQueries(trpc.threads.count.queryFilter()),
    ])

  const finish = useMutation({
    mutationFn: (queueId: string | null) => {
      const score = readScore(draft.score)
      return client.reviews.set.mutate({
        uid,
        status: 'reviewed',
        outcome: draft.outcome,
        reasons: draft.outcome === 'fail' ? [...draft.reasons] : [],
        score: score ?? null,
        throughSeq: thread.messageCount,
        ...(queueId === null ? {} : { queueId }),
      })
    },
    onSuccess: () => {
      setDraft(empty)
      void refresh()
    },
    onError: (error) => showFailure('The review was not kept', error),
  })
  const release = useMutation({
    mutationFn: (skip: boolean) => client.reviews.release.mutate({ uid, skip }),
    onSuccess: () => void refresh(),
    onError: (error) => showFailure('It was not given back', error),
  })
  const reopen = useMutation({
    mutationFn: () => client.reviews.set.mutate({ uid, status: 'open' }),
    onSuccess: () => void refresh(),
    onError: (error) => showFailure('It was not opened again', error),
  })
  return { review, draft, setDraft, finish, release, reopen }
}

export type Review = ReturnType<typeof useReview>
