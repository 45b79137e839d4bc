'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'

/** Pins and redacts messages of a thread; all that shows them is asked for anew. */
export function useMessageChanges({ uid }: Pick<ThreadView, 'uid'>) {
  const client = useTRPCClient()
  const trpc = useTRPC()
  const cache = useQueryClient()
  const caches = useThreadCaches()
  return useMemo(() => {
    const setPin = async (seq: number, isPinned: boolean) => {
      const answer = await client.messages.pin.mutate({ uid, seq, pinned: isPinned })
      void caches.refreshLists()
      await cache.invalidateQueries(trpc.messages.window.queryFilter({ uid }))
      return answer.seq
    }
    const pin = async (seq: number, isPinned: boolean) => {
      try {
        const pinnedSeq = await setPin(seq, isPinned)
        showToast({
          title: `Message ${pinnedSeq} ${isPinned ? 'pinned' : 'unpinned'}`,
          onUndo: () =>
            void setPin(pinnedSeq, !isPinned).catch((error) => showFailure('The pin stayed as it was', error)),
        })
      } catch (error) {
        showFailure(`Message ${seq} was not ${isPinned ? 'pinned' : 'unpinned'}`, error)
      }
    }
    const redact = async (seqs: readonly number[], reason: string) => {
      const why = reason.trim()
      const places = new Set<number>()
      let copies = 0
      try {
        for (const seq of seqs) {
          const answer = await client.messages.redact.mutate({ uid, seq, ...(why === '' ? {} : { reason: why }) })
          places.add(seq)
          copies += Math.max(0, answer.redacted - 1)
        }
        showToast({
          title: `${formatQuantity(places.size, 'message')} redacted`,
          ...(copies > 0 ? { description: `With ${copies === 1 ? 'a copy' : `${copies} copies`} in forks.` } : {}),
          tone: 'good',
        })
      } finally {
        // Also after a failure in between: what is gone must not stay on the screen.
        if (places.size > 0) {
          await Promise.all([
            cache.invalidateQueries(trpc.threads.get.queryFilter({ uid })),
            cache.invalidateQueries(trpc.messages.window.queryFilter({ uid })),
            cache.resetQueries(trpc.messages.text.pathFilter()),
            cache.invalidateQueries(trpc.memory.entries.pathFilter()),
            caches.refreshLists(),
          ])
        }
      }
    }
    return { pin: (seq: number, isPinned: boolean) => void pin(seq, isPinned), redact }
  }, [client, trpc, cache, caches, uid])
}
