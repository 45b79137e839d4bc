'use client'

import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPC } from '../data/trpc'

interface ThreadPage {
  items: ThreadView[]
  nextCursor: string | null
}

/** What screens already hold of threads, changed where a call has changed it, so that a long list is not loaded anew. */
export function useThreadCaches() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const lists = trpc.threads.list.infiniteQueryFilter()
    const trash = trpc.threads.list.infiniteQueryFilter({ scopePattern: { all: true }, deleted: true })
    const change = (each: (thread: ThreadView) => ThreadView | null) =>
      queryClient.setQueriesData<InfiniteData<ThreadPage>>(lists, (data) =>
        data
          ? {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                items: page.items.flatMap((thread) => each(thread) ?? []),
              })),
            }
          : data,
      )
    return {
      /** Takes threads out of all lists at once. */
      remove: (uids: ReadonlySet<string>) => change((thread) => (uids.has(thread.uid) ? null : thread)),
      /** Puts threads as they are now where they stand in lists. */
      put: (threads: readonly ThreadView[]) => {
        const byUid = new Map(threads.map((thread) => [thread.uid, thread]))
        change((thread) => byUid.get(thread.uid) ?? thread)
      },
      /** Puts the tags and the title that the server answered into all lists and details. */
      update: (changed: Pick<ThreadView, 'uid' | 'tags' | 'title' | 'updatedAt'>) => {
        const { uid, tags, title, updatedAt } = changed
        const merge = (thread: ThreadView) => (thread.uid === uid ? { ...thread, tags, title, updatedAt } : thread)
        change(merge)
        queryClient.setQueriesData<ThreadView>(trpc.threads.get.queryFilter(), (thread) => thread && merge(thread))
      },
      /** Figures that follow from which threads there are, and the trash, which gets what the lists lose. */
      refreshFigures: () =>
        Promise.all([
          queryClient.invalidateQueries(trash),
          queryClient.invalidateQueries(trpc.threads.count.queryFilter()),
          queryClient.invalidateQueries(trpc.overview.get.queryFilter()),
          queryClient.invalidateQueries(trpc.scopes.list.pathFilter()),
          queryClient.invalidateQueries(trpc.agents.list.pathFilter()),
        ]),
      /** All lists from the first page on, for what was not here before. */
      refreshLists: () => queryClient.invalidateQueries(lists),
    }
  }, [trpc, queryClient])
}
