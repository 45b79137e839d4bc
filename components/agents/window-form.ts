import { z } from 'zod'
import { DEFAULT_WINDOW } from '@/memory/window-config'
import { Window } from '@/memory/window-schema'
import type { ConfigVersionView, SetWindowInput } from '@/server/schemas/agents'
import { boundedText } from '@/server/schemas/fields'
import { parseWindow, problemsOf, writeWindow } from './window-value'

/** Follow what is above (the app, or the built-in default), have an own window, or see nothing. */
export type MemoryMode = 'inherit' | 'own' | 'off'

/** The fields of the form. */
export interface WindowFormValues {
  mode: MemoryMode
  /**
   * The whole own window as JSON: the one value that the fields and the JSON view both show and change, so that nothing
   * is lost between them.
   */
  window: string
  storing: boolean
  allowCallWindow: boolean
  note: string
}

/** The form for a saved setting, or for none yet: then the switches follow what holds now. */
export function formOf(
  own: ConfigVersionView | null,
  effective: { storing: boolean; allowCallWindow: boolean },
): WindowFormValues {
  return {
    ...windowValues(own?.window ?? null),
    storing: own?.storing ?? effective.storing,
    allowCallWindow: own?.allowCallWindow ?? effective.allowCallWindow,
    note: '',
  }
}

/** A window as the form's fields say it; null inherits. */
export function windowValues(window: Window | null): Pick<WindowFormValues, 'mode' | 'window'> {
  const isOff = window?.strategy === 'off'
  return {
    mode: window === null ? 'inherit' : isOff ? 'off' : 'own',
    window: writeWindow(window === null || isOff ? DEFAULT_WINDOW : window),
  }
}

/** What is sent, without whose it is. */
export type WindowChange = Pick<SetWindowInput, 'window' | 'storing' | 'allowCallWindow' | 'note'>

const Note = boundedText(1024)

/** The form's schema: the one schema of windows decides; its complaints are shown at the fields that they are about. */
export const WindowForm = z.custom<WindowFormValues>().transform((values, context): WindowChange => {
  const written = values.mode === 'own' ? parseWindow(values.window) : null
  const isMissing = values.mode === 'own' && written === null
  const problems = written === null ? new Map<string, string>() : problemsOf(written)
  const [first] = problems
  if (isMissing || first) {
    const message = first ? `${first[0] === '' ? '' : `${first[0]}: `}${first[1]}` : 'No JSON of a window.'
    context.addIssue({ code: 'custom', path: ['window'], message })
  }
  const note = Note.safeParse(values.note)
  if (!note.success) context.addIssue({ code: 'custom', path: ['note'], message: 'At most 1,024 bytes.' })
  return {
    window: values.mode === 'off' ? { strategy: 'off' } : checked(written),
    storing: values.storing,
    allowCallWindow: values.allowCallWindow,
    ...(values.note.trim() === '' ? {} : { note: values.note.trim() }),
  }
})

/** Null for what makes no window: then there is an issue too. */
function checked(written: unknown): Window | null {
  const window = Window.safeParse(written)
  return window.success ? window.data : null
}
