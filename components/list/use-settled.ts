'use client'

import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for `delay` ms: what is typed reaches the server when the hands rest. */
export function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
