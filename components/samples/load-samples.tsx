'use client'

import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { Button } from '../ui/button'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'

/** Some thirty conversations of our own, so that the desk is alive at once. */
export function LoadSamples() {
  const trpc = useTRPC()
  const caches = useThreadCaches()
  const load = useMutation(
    trpc.samples.load.mutationOptions({
      onSuccess: async ({ threads, messages }) => {
        showToast({
          title: `${formatQuantity(threads, 'sample')} loaded`,
          description: `${formatQuantity(messages, 'message')}. One press takes them away again.`,
          tone: 'good',
        })
        await Promise.all([caches.refreshLists(), caches.refreshFigures()])
      },
      onError: (error) => showFailure('The samples were not loaded', error),
    }),
  )
  return (
    <Button isBusy={load.isPending} onClick={() => load.mutate({})}>
      Load samples
    </Button>
  )
}
