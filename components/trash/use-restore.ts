'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ThreadView } from '@/server/schemas/threads'
import { readApiError } from '../data/api-error'
import { threadHref } from '../data/scope-href'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { showToast } from '../ui/toast'

/**
 * Takes a thread out of the trash. `onTaken` is called with the server's words when a living thread has the id; other
 * failures are said in a toast.
 */
export function useRestore(thread: Pick<ThreadView, 'uid'>, onTaken: (reason: string) => void) {
  const trpc = useTRPC()
  const caches = useThreadCaches()
  const router = useRouter()
  return useMutation(
    trpc.threads.restore.mutationOptions({
      onSuccess: async (restored) => {
        caches.remove(new Set([thread.uid]))
        showToast({
          title: 'The thread is back',
          tone: 'good',
          action: { label: 'Open', onSelect: () => router.push(threadHref(restored.uid)) },
        })
        await Promise.all([caches.refreshLists(), caches.refreshFigures()])
      },
      onError: (error) => {
        const { code, message } = readApiError(error)
        if (code === 'CONFLICT') onTaken(message)
        else showFailure('The thread was not restored', error)
      },
    }),
  )
}
