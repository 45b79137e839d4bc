'use client'

import { useQueries } from '@tanstack/react-query'
import type { MessageView } from '@/server/schemas/messages'
import { useTRPC } from '../data/trpc'

/** Messages in one page; pages stand on a fixed grid of seqs. */
const PAGE = 50

/** The messages of a thread at some seqs, as far as they are loaded; what is loaded stays as long as the thread is the same. */
export function useComparedMessages(uid: string, seqs: readonly number[]) {
  const trpc = useTRPC()
  const pages = [...new Set(seqs.map((seq) => Math.floor((seq - 1) / PAGE)))]
  const queries = useQueries({
    queries: pages.map((page) =>
      trpc.messages.list.queryOptions({ uid, after: page * PAGE, limit: PAGE }, { staleTime: 60_000 }),
    ),
  })
  const messages = new Map<number, MessageView>()
  for (const { data } of queries) for (const view of data?.items ?? []) messages.set(view.seq, view)
  const failed = queries.find(({ isError }) => isError)
  return { messages, failed }
}
