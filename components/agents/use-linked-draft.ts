'use client'

import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { showToast } from '../ui/toast'
import { readDraft } from './linked-draft'
import { type WindowChange, type WindowFormValues, windowValues } from './window-form'

/** Enters the setting that the address carries, unsaved. `forget` takes it out of the address, without a step back to it. */
export function useLinkedDraft(form: UseFormReturn<WindowFormValues, unknown, WindowChange>): { forget: () => void } {
  const { setValue } = form
  useEffect(() => {
    const draft = readDraft(window.location.hash)
    if (draft === 'broken') {
      showToast({ title: 'The link holds no setting that can be read', description: 'You see what is saved.' })
      forgetDraft()
    } else if (draft !== null) {
      const entered = { ...windowValues(draft.window), storing: draft.storing, allowCallWindow: draft.allowCallWindow }
      // Entries of a record of the form's own fields.
      for (const [field, value] of Object.entries(entered) as [keyof typeof entered, never][]) {
        setValue(field, value, { shouldDirty: true })
      }
    }
  }, [setValue])
  return { forget: forgetDraft }
}

function forgetDraft(): void {
  if (readDraft(window.location.hash) === null) return
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`)
}
