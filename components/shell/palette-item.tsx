'use client'

import { Command } from 'cmdk'
import type { ComponentType, ReactNode } from 'react'
import { classNames } from '../ui/class-names'
import { KeyHint } from '../ui/key-hint'

/**
 * Renders what is found for what is typed, and what was looked at lately while nothing is (an empty query), as PaletteGroup
 * and PaletteItem (with `isForced`, so that the palette does not filter them anew).
 */
export type PaletteResults = ComponentType<{ query: string; onDone: () => void }>

/** A heading with items under it. `isForced`: stays whatever is typed, for results that a search already chose. */
export function PaletteGroup(props: { heading: string; isForced?: boolean; children: ReactNode }) {
  return (
    <Command.Group
      heading={props.heading}
      forceMount={props.isForced}
      className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-11 **:[[cmdk-group-heading]]:text-ink-3"
    >
      {props.children}
    </Command.Group>
  )
}

export interface PaletteItemProps {
  /** What typing is matched against; unique in the palette. */
  value: string
  icon?: ReactNode
  hint?: string
  /** Stays whatever is typed. */
  isForced?: boolean
  onSelect: () => void
  children: ReactNode
}

export function PaletteItem({ value, icon, hint, isForced, onSelect, children }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      forceMount={isForced}
      onSelect={onSelect}
      className={classNames(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 data-[selected=true]:bg-pick pointer-coarse:min-h-11 forced-colors:data-[selected=true]:outline-1',
        '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-2',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint ? <KeyHint keys={hint} /> : null}
    </Command.Item>
  )
}
