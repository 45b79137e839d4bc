'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'
import { outcomeWords, statusWords } from './status-mark'

/** Sets where threads stand in review, or reviews them with one outcome. */
export function useMark() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return useMutation(
    trpc.reviews.mark.mutationOptions({
      onSuccess: ({ items }, { status, outcome }) => {
        const done = items.filter((item) => item.outcome === 'done').length
        const now = (outcome ? outcomeWords[outcome] : statusWords[status]).toLowerCase()
        showToast({ title: `${formatQuantity(done, 'thread')}: ${now}`, tone: 'good' })
        void cache.invalidateQueries(trpc.threads.list.infiniteQueryFilter())
        void cache.invalidateQueries(trpc.threads.count.queryFilter())
        void cache.invalidateQueries({ queryKey: trpc.threads.get.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.reviews.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.queues.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.team.pathKey() })
      },
      onError: (error) => showFailure('The status was not set', error),
    }),
  )
}
