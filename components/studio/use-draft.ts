'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { DEFAULT_WINDOW, type Window } from '@/memory/window-config'
import { type WindowChange, WindowForm, type WindowFormValues } from '../agents/window-form'
import { useTRPC } from '../data/trpc'

export interface Draft {
  /** The window that would hold; while what is entered makes none, the last one that it made. */
  readonly window: Window | null
  /** What is entered makes a window. */
  readonly isWhole: boolean
}

/** What the form would save, as the window that agents would then get. */
export function useDraft({
  control,
  name,
}: {
  control: Control<WindowFormValues, unknown, WindowChange>
  name: string | null
}): Draft {
  const trpc = useTRPC()
  // The fields are followed at once, the preview as soon as there is time.
  const values = useDeferredValue(useWatch({ control }))
  const app = useQuery(trpc.agents.get.queryOptions({ app: true }, { enabled: name !== null }))
  const inherited = name === null ? DEFAULT_WINDOW : (app.data?.effective.window ?? null)
  const last = useRef<Window | null>(null)
  return useMemo(() => {
    // Every field has a default, so that what is watched is whole.
    const parsed = WindowForm.safeParse(values as WindowFormValues)
    if (!parsed.success) return { window: last.current, isWhole: false }
    // The schema of windows has made it.
    last.current = (parsed.data.window as Window | null) ?? inherited
    return { window: last.current, isWhole: true }
  }, [values, inherited])
}
