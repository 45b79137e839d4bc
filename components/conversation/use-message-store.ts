'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { WINDOW_REASONS } from '@/memory/window-reason'
import { useTRPCClient } from '../data/trpc'
import { type LoadPage, type MessageSnapshot, MessageStore } from './message-store'
import type { SeenItem } from './window-edge-place'

/** A reason that a newer server knows and this page does not is shown as plain in or out. */
export function toSeenItem(item: { isIn: boolean; reason: string }): SeenItem {
  const known = WINDOW_REASONS.find((reason) => reason === item.reason)
  return { isIn: item.isIn, reason: known ?? (item.isIn ? 'in' : 'limit') }
}

export interface UseMessageStoreOptions {
  uid: string
  /** Messages in the thread. */
  count: number
  /** Changes when what is shown may have changed: the thread's revision and its window's version. */
  stamp: string
  /** Where the messages come from, if not from the server. */
  load?: LoadPage | undefined
}

/** The messages of a thread, loaded around the reader; all of it stays while the thread is on screen. */
export function useMessageStore({ uid, count, stamp, load }: UseMessageStoreOptions) {
  const client = useTRPCClient()
  const [store] = useState(
    () =>
      new MessageStore(count, async ({ from, to }) => {
        if (load) return load({ from, to })
        const [list, window] = await Promise.all([
          client.messages.list.query({ uid, after: from - 1, limit: to - from + 1 }),
          client.messages.window.query({ uid, from, to }),
        ])
        return { messages: list.items, seen: new Map(window.items.map((item) => [item.seq, toSeenItem(item)])) }
      }),
  )
  const [shownStamp, setShownStamp] = useState(stamp)
  useEffect(() => {
    if (shownStamp === stamp) return
    setShownStamp(stamp)
    store.refresh(count)
  }, [shownStamp, stamp, count, store])
  return store
}

/** What is loaded, anew with each page: only what shows messages listens, not the page around it. */
export function useMessages(store: MessageStore): MessageSnapshot {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
