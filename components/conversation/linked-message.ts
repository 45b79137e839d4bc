'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '../data/trpc'

/** Messages asked for at once while looking for an id: the largest page there is. */
const PAGE = 200

export type LinkedMessage =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; seq: number }
  | { state: 'missing'; text: string }

/** Where `?message=` points: a seq, or a message's id, which is looked for from the newest page back. */
export function useLinkedMessage(uid: string, count: number, text: string | null): LinkedMessage {
  const client = useTRPCClient()
  const seq = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
  const isSeq = seq !== null && seq >= 1 && seq <= count
  const search = useQuery({
    queryKey: ['message-of-id', uid, text],
    enabled: text !== null && !isSeq,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      for (let before = count + 1; before > 1; before = Math.max(1, before - PAGE)) {
        const { items } = await client.messages.list.query({ uid, before, limit: PAGE }, { signal })
        const found = items.find((item) => item.message.id === text)
        if (found) return found.seq
      }
      return null
    },
  })
  if (text === null) return { state: 'none' }
  if (isSeq) return { state: 'found', seq }
  if (search.isPending) return { state: 'looking' }
  return search.data ? { state: 'found', seq: search.data } : { state: 'missing', text }
}
