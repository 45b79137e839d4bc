'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'

/** Tries a page that failed again, from the server on: the boundary's own reset would show what the server sent before. */
export function useRetryPage(reset: () => void): () => void {
  const router = useRouter()
  return () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
}
