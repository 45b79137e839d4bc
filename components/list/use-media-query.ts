'use client'

import { useSyncExternalStore } from 'react'

/** Whether a media query holds now. Until the page is alive it says `whileUnknown`. */
export function useMediaQuery(query: string, whileUnknown = true): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => whileUnknown,
  )
}
