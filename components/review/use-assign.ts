'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'

/** Makes threads one person's, or nobody's. */
export function useAssign() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return useMutation(
    trpc.reviews.assign.mutationOptions({
      onSuccess: ({ items }, { assignee }) => {
        const done = items.filter(({ outcome }) => outcome === 'done').length
        const title = `${formatQuantity(done, 'thread')} ${assignee === null ? 'nobody’s now' : 'assigned'}`
        showToast({ title, tone: 'good' })
        void cache.invalidateQueries(trpc.threads.list.infiniteQueryFilter())
        void cache.invalidateQueries(trpc.threads.count.queryFilter())
        void cache.invalidateQueries({ queryKey: trpc.threads.get.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.reviews.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.queues.pathKey() })
      },
      onError: (error) => showFailure('The threads were not assigned', error),
    }),
  )
}
