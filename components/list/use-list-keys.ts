'use client'

import type { KeyboardEvent } from 'react'
import { useShortcut } from '../ui/use-shortcut'

export interface ListKeys {
  /** Moves the cursor by rows. */
  move: (step: number) => void
  /** To the first row, or to the last that is loaded. */
  jump: (end: 'first' | 'last') => void
  open: () => void
  /** Closes or clears what is open; absent where there is nothing. */
  onEscape?: () => void
  /** Selects or leaves the cursor's row; `isRange` takes all rows since the last one. Absent where nothing is selected. */
  select?: (isRange: boolean) => void
  /** What rows are, for the help: "thread". */
  noun: string
}

/**
 * The keys of a list: j and k from anywhere on the page, arrows, Home and End within it (returned as a handler, so that
 * another pane scrolls by them while it has the focus).
 */
export function useListKeys(keys: ListKeys): (event: KeyboardEvent) => void {
  const { move, onEscape, select, noun } = keys
  const group = 'List'
  useShortcut('j', () => move(1), { label: `Next ${noun}`, group })
  useShortcut('k', () => move(-1), { label: `Previous ${noun}`, group })
  useShortcut('x', () => select?.(false), { label: `Select the ${noun}`, group, isOn: select !== undefined })
  useShortcut('shift+x', () => select?.(true), { label: 'Select up to here', group, isOn: select !== undefined })
  useShortcut('escape', () => onEscape?.(), { label: 'Close, then clear', group, isOn: onEscape !== undefined })

  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // Enter and Space on a link or button inside a row are its own.
    const isOnRow = event.target instanceof Element && event.target.hasAttribute('data-row')
    const action = actionOf(event, isOnRow, keys)
    if (!action) return
    event.preventDefault()
    action()
  }
}

function actionOf(event: KeyboardEvent, isOnRow: boolean, keys: ListKeys) {
  const { move, jump, open, select } = keys
  switch (event.key) {
    case 'ArrowDown':
      return () => move(1)
    case 'ArrowUp':
      return () => move(-1)
    case 'PageDown':
      return () => move(10)
    case 'PageUp':
      return () => move(-10)
    case 'Home':
      return () => jump('first')
    case 'End':
      return () => jump('last')
    case 'Enter':
      return isOnRow ? open : undefined
    case ' ':
      return isOnRow && select ? () => select(event.shiftKey) : undefined
    default:
      return undefined
  }
}
