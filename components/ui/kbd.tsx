'use client'

import { useSyncExternalStore } from 'react'
import { classNames } from './class-names'
import { spellKeys } from './shortcut-keys'

const neverChanges = () => () => undefined
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

export interface KbdProps {
  /** As for useShortcut: `e`, `mod+k`, `shift+3`, `g t`. */
  keys: string
  /** On a filled surface: takes the colour of the text around it. */
  isOnSolid?: boolean
  className?: string
}

/** Keys as the reader's keyboard names them: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function Kbd({ keys, isOnSolid = false, className }: KbdProps) {
  const apple = useSyncExternalStore(neverChanges, isApple, () => false)
  return (
    <span className={classNames('inline-flex items-center gap-0.5', className)}>
      {spellKeys(keys, apple).map((key) => (
        <kbd
          key={key}
          className={classNames(
            'inline-block min-w-4.5 rounded-[4px] border px-1 py-px text-center font-mono text-[11px]/3.5',
            isOnSolid ? 'border-current' : 'border-line bg-panel text-ink-3',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
