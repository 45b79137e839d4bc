'use client'

import { type RefObject, useRef } from 'react'
import { showFailure } from '../data/show-failure'
import { useTRPCClient } from '../data/trpc'
import type { MessageFeedHandle } from './message-feed'
import type { ReadingPlace } from './reading-place'

/** Which of the user's turns. */
export type TurnStep = 'first' | 'previous' | 'next' | 'last'

export interface UseTurnStepsOptions {
  uid: string
  feed: RefObject<MessageFeedHandle | null>
  place: ReadingPlace
}

/** Goes to a turn of the user, whether it is loaded or not: the server knows where they are. Steps follow one another. */
export function useTurnSteps({ uid, feed, place }: UseTurnStepsOptions) {
  const client = useTRPCClient()
  const queue = useRef<{ tail: Promise<void>; waiting: number; target: number | null }>({
    tail: Promise.resolve(),
    waiting: 0,
    target: null,
  })
  const look = async (step: TurnStep) => {
    const from = queue.current.target ?? feed.current?.activeSeq() ?? place.get() ?? 1
    let at: number | null = step === 'first' ? 0 : step === 'last' ? Number.MAX_SAFE_INTEGER : from
    const isForward = step === 'first' || step === 'next'
    // A stretch of tools alone has none: the search goes on behind it.
    while (at !== null) {
      const where = isForward ? { after: at } : at === Number.MAX_SAFE_INTEGER ? {} : { before: at }
      const page = await client.messages.outline.query({ uid, ...where, limit: 1 })
      const found = page.items[0]
      if (found) return found.seq
      at = page.next
    }
    return null
  }
  const go = async (step: TurnStep) => {
    try {
      const seq = await look(step)
      if (seq !== null) {
        // The next step begins here, also when the focus is still on its way.
        queue.current.target = seq
        feed.current?.goTo(seq, 'start')
      }
    } catch (error) {
      showFailure('The turn could not be looked up', error)
    }
    queue.current.waiting -= 1
    if (queue.current.waiting === 0) queue.current.target = null
  }
  const step = (step: TurnStep) => {
    queue.current.waiting += 1
    queue.current.tail = queue.current.tail.then(() => go(step))
  }
  return { step }
}
export type TurnSteps = ReturnType<typeof useTurnSteps>
