'use client'

import { Kbd } from './kbd'
import { isSingleKey } from './shortcut-keys'
import { useAreSingleKeysOn } from './use-shortcut'

export interface KeyHintProps {
  keys: string
  isOnSolid?: boolean
  /** What the keys do, for a line of hints. Without it the keys stand alone, hidden from screen readers. */
  label?: string
}

/** A shortcut beside what it does. Gone for fingers, and for single keys when the person has switched those off. */
export function KeyHint({ keys, isOnSolid, label }: KeyHintProps) {
  const areSingleKeysOn = useAreSingleKeysOn()
  if (!areSingleKeysOn && isSingleKey(keys)) return null
  if (!label) {
    return (
      <span aria-hidden="true" className="inline-flex pointer-coarse:hidden">
        <Kbd keys={keys} isOnSolid={isOnSolid} />
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-11 text-ink-3 pointer-coarse:hidden">
      <Kbd keys={keys} isOnSolid={isOnSolid} />
      {label}
    </span>
  )
}
