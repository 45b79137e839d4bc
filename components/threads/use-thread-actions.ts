'use client'

import { useCallback, useMemo } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { titleOf } from '../conversation/thread-title'
import { showFailure } from '../data/show-failure'
import { useTRPCClient } from '../data/trpc'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'
import { useThreadCaches } from './use-thread-caches'

export interface TagChange {
  addTags?: Record<string, string>
  removeTags?: string[]
}

/** Calls at a time: one request of the batching link. */
const AT_ONCE = 10

/** Calls for each, a few at a time; what failed stands beside what worked. */
async function forEachOf<T, Result>(items: readonly T[], call: (item: T) => Promise<Result>) {
  const done: Result[] = []
  const failed: { item: T; error: unknown }[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const part = items.slice(start, start + AT_ONCE)
    const results = await Promise.allSettled(part.map(call))
    results.forEach((result, place) => {
      const item = part[place]
      if (result.status === 'fulfilled') done.push(result.value)
      else if (item !== undefined) failed.push({ item, error: result.reason })
    })
  }
  return { done, failed }
}

/** What one does with threads, from the list, the peek and the conversation alike. */
export function useThreadActions() {
  const client = useTRPCClient()
  const caches = useThreadCaches()

  const restore = useCallback(
    async (uids: readonly string[]) => {
      const { done, failed } = await forEachOf(uids, (uid) => client.threads.restore.mutate({ uid }))
      const first = failed[0]
      if (first) showFailure(`${formatQuantity(failed.length, 'thread')} stayed in the trash`, first.error)
      if (done.length > 0) {
        showToast({ title: done.length === 1 ? 'The thread is back' : `${done.length} threads are back`, tone: 'good' })
      }
      await Promise.all([caches.refreshLists(), caches.refreshFigures()])
    },
    [client, caches],
  )

  return useMemo(
    () => ({
      restore,

      /** Deletes at once, with an Undo; answers whether all are gone. */
      remove: async (threads: readonly Pick<ThreadView, 'uid' | 'title' | 'firstLine' | 'threadId'>[]) => {
        const uids = threads.map((thread) => thread.uid)
        caches.remove(new Set(uids))
        const { failed } = await forEachOf(uids, (uid) => client.threads.delete.mutate({ uid }))
        const kept = new Set(failed.map(({ item }) => item))
        const gone = threads.filter((thread) => !kept.has(thread.uid))
        const only = gone.length === 1 ? gone[0] : undefined
        if (gone.length > 0) {
          showToast({
            title: only ? 'Thread deleted' : `${formatQuantity(gone.length, 'thread')} deleted`,
            description: only ? titleOf(only) : 'They stay in the trash.',
            onUndo: () => void restore(gone.map((thread) => thread.uid)),
          })
        }
        const first = failed[0]
        if (first) {
          showFailure(
            failed.length === 1 ? 'The thread was not deleted' : `${failed.length} threads were not deleted`,
            first.error,
          )
          await caches.refreshLists()
        }
        // Not waited for: whoever goes on from here must not be overtaken by it.
        void caches.refreshFigures()
        return failed.length === 0
      },

      /** Adds and takes away single tags; answers whether all threads have the change. */
      tag: async (uids: readonly string[], change: TagChange) => {
        const { done, failed } = await forEachOf(uids, (uid) => client.threads.update.mutate({ uid, ...change }))
        for (const thread of done) caches.update(thread)
        const first = failed[0]
        if (first) {
          showFailure(
            uids.length === 1 ? 'The tags were not changed' : `The tags of ${failed.length} threads were not changed`,
            first.error,
          )
        }
        return failed.length === 0
      },
    }),
    [client, caches, restore],
  )
}
