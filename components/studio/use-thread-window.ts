'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Window } from '@/memory/window-config'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { showToast } from '../ui/toast'

export interface OwnWindow {
  /** Null: the thread follows its agent. */
  readonly window: Window | null
  /** For `ifVersion`; 0: it never had one. */
  readonly version: number
}

/** Gives a thread a window of its own, or takes it away; Undo puts back what it had. Answers whether it was done. */
export function useThreadWindow(uid: string) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const mutation = useMutation(trpc.threads.setWindow.mutationOptions())
  const set = async (window: Window | null, before: OwnWindow, { canUndo = true } = {}): Promise<boolean> => {
    let isDone = false
    try {
      const saved = await mutation.mutateAsync({ uid, window, ifVersion: before.version })
      isDone = true
      const undo = () => void set(before.window, { window, version: saved.version }, { canUndo: false })
      showToast({
        title: window === null ? 'The thread follows its agent again' : 'The thread has a window of its own',
        description: 'The next read follows it.',
        tone: 'good',
        ...(canUndo ? { onUndo: undo } : {}),
      })
    } catch (error) {
      showFailure('The thread’s window was not changed', error)
    }
    await Promise.all([
      cache.invalidateQueries({ queryKey: trpc.messages.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.threads.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.agents.pathKey() }),
    ])
    return isDone
  }
  return { set, isPending: mutation.isPending }
}
