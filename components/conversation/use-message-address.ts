'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { useCallback, useEffect, useRef, useState } from 'react'

/** How long one must stay at a message before the address says so, in ms. */
const REST = 400

/**
 * `?message=` both ways: what it says when somebody comes by a link, and where the focus is since. What the page wrote
 * itself leads nowhere, and takes the place of what stood there, so that Back leaves the thread.
 */
export function useMessageAddress() {
  const [address, setAddress] = useQueryState('message', parseAsString)
  const [written, setWritten] = useState<string | null>(null)
  const [link, setLink] = useState(address)
  if (address !== link && address !== written) setLink(address)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const follow = useCallback(
    (seq: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        setWritten(`${seq}`)
        void setAddress(`${seq}`, { history: 'replace' })
      }, REST)
    },
    [setAddress],
  )
  const clear = () => {
    setLink(null)
    void setAddress(null)
  }
  return { link, follow, clear }
}
