'use client'

import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'

/** Takes the sample conversations away, and nothing else. */
export function useRemoveSamples() {
  const trpc = useTRPC()
  const caches = useThreadCaches()
  return useMutation(
    trpc.samples.remove.mutationOptions({
      onSuccess: async ({ threads }) => {
        showToast({ title: `${formatQuantity(threads, 'sample')} taken away`, tone: 'good' })
        await Promise.all([caches.refreshLists(), caches.refreshFigures()])
      },
      onError: (error) => showFailure('The samples were not taken away', error),
    }),
  )
}
