'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'

/** Begins to look for history that was stored twice, and goes to where it is told. */
export function useStartDuplicates() {
  const trpc = useTRPC()
  const router = useRouter()
  return useMutation(
    trpc.threads.findDuplicates.mutationOptions({
      onSuccess: ({ id }) => router.push(`/duplicates?job=${id}`),
      onError: (error) => showFailure('The search was not begun', error),
    }),
  )
}
