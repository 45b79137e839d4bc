import { isPress, isSingleKey, pressesOf } from './shortcut-keys'

export interface Shortcut {
  /** `j`, `?`, `mod+k`, or presses one after the other: `g t`. */
  keys: string
  /** What it does, in the help. Without it the help leaves it out. */
  label?: string
  /** The heading it stands under in the help. */
  group?: string
  run: (event: KeyboardEvent) => void
}

const storageKey = 'loci-single-keys'
/** The time within which the second press of a sequence counts, in ms. */
const sequenceTime = 1_000

const live = new Set<Shortcut>()
const listeners = new Set<() => void>()
let listing: readonly Shortcut[] = []
let typed: { press: KeyboardEvent[]; at: number } = { press: [], at: 0 }

function changed() {
  listing = [...live]
  for (const listener of listeners) listener()
}

/** Calls back whenever the shortcuts or the switch for single keys change. */
export function subscribeToShortcuts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All shortcuts that work right now, oldest first; the same array until something changes. */
export function listShortcuts(): readonly Shortcut[] {
  return listing
}

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Switches shortcuts without a held key on or off, in this browser, for good. */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Storage can be refused (private windows): the switch then stays as it is.
  }
  changed()
}

/** Whether keys belong to what has the focus: a text field, or an open list, menu or dialog. */
function isTaken(event: KeyboardEvent, isHeld: boolean): boolean {
  const target = event.target
  if (!(target instanceof Element)) return false
  if (isHeld) return false
  const field = target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]')
  if (field instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(field.type)) return false
  return (
    field !== null || document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null
  )
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const isHeld = event.ctrlKey || event.metaKey || event.altKey
  if (isTaken(event, isHeld)) return
  const single = areSingleKeysOn()
  const recent = event.timeStamp - typed.at < sequenceTime ? typed.press : []
  typed = { press: [...recent, event].slice(-2), at: event.timeStamp }
  // `g x` wins from `x`, else no list would ever be left by it; then the newest: a pane over a list wins the key from it.
  const length = (shortcut: Shortcut) => pressesOf(shortcut.keys).length
  for (const shortcut of [...live].reverse().sort((left, right) => length(right) - length(left))) {
    if (!single && isSingleKey(shortcut.keys)) continue
    const wanted = pressesOf(shortcut.keys)
    const given = typed.press.slice(-wanted.length)
    if (given.length < wanted.length) continue
    if (!wanted.every((written, place) => given[place] && isPress(given[place], written))) continue
    typed = { press: [], at: 0 }
    event.preventDefault()
    shortcut.run(event)
    return
  }
}

/** Makes a shortcut work until the returned function is called. */
export function addShortcut(shortcut: Shortcut): () => void {
  if (live.size === 0) window.addEventListener('keydown', onKeyDown)
  live.add(shortcut)
  changed()
  return () => {
    live.delete(shortcut)
    if (live.size === 0) window.removeEventListener('keydown', onKeyDown)
    changed()
  }
}
