'use client'

import { type KeyboardEvent, useState } from 'react'

export interface TreeKeys {
  /** The row that Tab reaches (`data-tree-row`); null before one was moved to: the first. */
  current: string | null
  onFocus: (key: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * The keys of a treegrid by rows: up and down, Home and End; right opens, then goes to the first child; left closes, then
 * goes to the parent; Enter follows the row's link.
 */
export function useTreeKeys(setOpen: (key: string, isOpen: boolean) => void): TreeKeys {
  const [current, setCurrent] = useState<string | null>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-tree-row]') : null
    if (!row) return
    const action = actionOf(event, row, setOpen)
    if (!action) return
    event.preventDefault()
    action()
  }
  return { current, onFocus: setCurrent, onKeyDown }
}

function actionOf(
  event: KeyboardEvent<HTMLElement>,
  row: HTMLElement,
  setOpen: (key: string, isOpen: boolean) => void,
): (() => void) | undefined {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tree-row]')]
  const place = rows.indexOf(row)
  const expanded = row.getAttribute('aria-expanded')
  const toggle = (isOpen: boolean) => setOpen(row.dataset.treeRow ?? '', isOpen)
  switch (event.key) {
    case 'ArrowDown':
      return () => rows[place + 1]?.focus()
    case 'ArrowUp':
      return () => rows[place - 1]?.focus()
    case 'Home':
      return () => rows[0]?.focus()
    case 'End':
      return () => rows.at(-1)?.focus()
    case 'ArrowRight':
      if (expanded === null) return undefined
      return expanded === 'true' ? () => rows[place + 1]?.focus() : () => toggle(true)
    case 'ArrowLeft':
      return expanded === 'true' ? () => toggle(false) : () => parentOf(rows, place)?.focus()
    case 'Enter':
      // On a link or button in the row it is that one's own.
      return event.target === row ? () => row.querySelector<HTMLElement>('[data-row-link]')?.click() : undefined
    default:
      return undefined
  }
}

function parentOf(rows: readonly HTMLElement[], place: number): HTMLElement | undefined {
  const level = Number(rows[place]?.getAttribute('aria-level'))
  return rows.slice(0, place).findLast((row) => Number(row.getAttribute('aria-level')) < level)
}
