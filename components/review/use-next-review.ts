'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { threadHref } from '../data/scope-href'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'

/** Takes the next thread of a queue and goes there; where none is left, to the queues. */
export function useNextReview() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (input: { queueId: string; skipped?: boolean }) => client.reviews.next.mutate(input),
    onSuccess: ({ thread }, { queueId }) => {
      void cache.invalidateQueries({ queryKey: trpc.queues.pathKey() })
      if (thread) {
        cache.setQueryData(trpc.threads.get.queryKey({ uid: thread.uid }), thread)
        router.push(`${threadHref(thread.uid)}?queue=${queueId}`)
      } else router.push(`/review?done=${queueId}`)
    },
    onError: (error) => showFailure('No thread was taken', error),
  })
}
