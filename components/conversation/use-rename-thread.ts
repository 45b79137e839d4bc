'use client'

import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'

/** Renames a thread; null takes its first line for a title again. */
export function useRenameThread() {
  const trpc = useTRPC()
  const caches = useThreadCaches()
  return useMutation(
    trpc.threads.update.mutationOptions({
      onSuccess: (thread) => caches.update(thread),
      onError: (error) => showFailure('The thread was not renamed', error),
    }),
  )
}
