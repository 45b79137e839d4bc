'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { addShortcut, areSingleKeysOn, subscribeToShortcuts } from './shortcut-store'

export interface UseShortcutOptions {
  /** What it does, shown in the help (?). */
  label?: string
  /** The heading in the help; "This screen" when absent. */
  group?: string
  /** Default true. */
  isOn?: boolean
}

/**
 * Binds keys while the component is on screen: `j`, `?`, `mod+k`, `g t`.
 * Silent in text fields, menus and dialogs, unless Ctrl, Cmd or Alt is held. The newest binding of a key wins.
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, options: UseShortcutOptions = {}): void {
  const { label, group = 'This screen', isOn = true } = options
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isOn) return
    return addShortcut({ keys, label, group, run: (event) => latest.current(event) })
  }, [keys, label, group, isOn])
}

/** Whether shortcuts of one bare key are on (the switch is in the help dialog). */
export function useAreSingleKeysOn(): boolean {
  return useSyncExternalStore(subscribeToShortcuts, areSingleKeysOn, () => true)
}
