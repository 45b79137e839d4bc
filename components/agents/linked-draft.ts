import { agentHref } from './agent-href'
import { Setting } from './settings-file'
import { type WindowChange, WindowForm, type WindowFormValues } from './window-form'

const START = '#draft='

/**
 * An agent's page with a setting entered in its form that nobody has saved: to look at its effect, or to show it to somebody.
 * It stands in the fragment, which is not sent to the server and may be long.
 */
export function draftHref(name: string | null, setting: Setting): string {
  return `${agentHref(name)}${START}${encodeURIComponent(JSON.stringify(setting))}`
}

/** The setting in an address's fragment; null: it holds none, 'broken': none that can be read. */
export function readDraft(fragment: string): Setting | 'broken' | null {
  if (!fragment.startsWith(START)) return null
  try {
    const read = Setting.safeParse(JSON.parse(decodeURIComponent(fragment.slice(START.length))))
    return read.success ? read.data : 'broken'
  } catch {
    return 'broken'
  }
}

/** The whole address of what is entered in the form; of the page alone while that makes no window. */
export function draftAddress(name: string | null, values: WindowFormValues): string {
  const entered = WindowForm.safeParse(values)
  const setting = entered.success ? Setting.safeParse(withoutNote(entered.data)) : null
  return `${window.location.origin}${setting?.success ? draftHref(name, setting.data) : agentHref(name)}`
}

function withoutNote({ window, storing, allowCallWindow }: WindowChange): Omit<WindowChange, 'note'> {
  return { window, storing, allowCallWindow }
}
