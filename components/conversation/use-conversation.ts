'use client'

import { useQuery } from '@tanstack/react-query'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPC } from '../data/trpc'

/** What the agent sees of a thread now: totals and settings; the messages ask for their own reasons by page. */
export function useSeen(thread: ThreadView) {
  const trpc = useTRPC()
  return useQuery(trpc.messages.window.queryOptions({ uid: thread.uid, from: 1, to: 1 }))
}
export type SeenQuery = ReturnType<typeof useSeen>
