'use client'

import { useEffect, useEffectEvent } from 'react'
import { listenToThread } from './live-thread'

/** Changes within this time are shown together, in ms. */
const GATHER_MS = 250

/** Asks for a thread anew whenever something of it has changed, on any process; once at a time. */
export function useLiveThread(uid: string, refresh: () => Promise<unknown>): void {
  const ask = useEffectEvent(refresh)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let isChanged = false
    const gather = () => {
      isChanged = true
      if (isAsking || timer !== undefined || controller.signal.aborted) return
      timer = setTimeout(async () => {
        timer = undefined
        isAsking = true
        isChanged = false
        await ask().catch(() => {})
        isAsking = false
        if (isChanged) gather()
      }, GATHER_MS)
    }
    void listenToThread({ uid, onChange: gather, signal: controller.signal })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [uid])
}
