'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { useTRPC } from '../data/trpc'

/** The past read that is looked at, by the entry that followed it: `?given=` in the address; Back leads to now. */
export function useGiven(uid: string) {
  const trpc = useTRPC()
  const [entryId, setEntryId] = useQueryState('given', parseAsString.withOptions({ history: 'push' }))
  const query = useQuery(
    trpc.messages.given.queryOptions(
      { uid, entryId: entryId ?? '' },
      { enabled: entryId !== null, staleTime: Number.POSITIVE_INFINITY },
    ),
  )
  return {
    entryId,
    query,
    read: entryId === null ? null : (query.data?.read ?? null),
    show: (id: string | null) => void setEntryId(id),
  }
}
export type Given = ReturnType<typeof useGiven>
