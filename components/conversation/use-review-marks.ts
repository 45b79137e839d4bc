import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC } from '../data/trpc'
import { reviewMarks } from './review-marks'

/** Where the reviews of a thread end, by seq. Empty until they are known: the conversation does not wait for them. */
export function useReviewMarks(uid: string) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.reviews.history.queryOptions({ uid }))
  return useMemo(() => reviewMarks(data?.items ?? []), [data])
}
