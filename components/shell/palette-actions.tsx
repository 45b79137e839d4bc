'use client'

import { Zap } from 'lucide-react'
import { useState } from 'react'
import { listShortcuts, type Shortcut } from '../ui/shortcut-store'
import { PaletteGroup, PaletteItem } from './palette-item'

/** Groups that the palette has in other words, or that only move about. */
const LEFT_OUT = new Set(['Go to', 'Everywhere'])

/** What one can do on the screen under the palette, by group: each of its shortcuts that has a name; the newest of a key. */
export function actionsOf(shortcuts: readonly Shortcut[]): { group: string; actions: Shortcut[] }[] {
  const groups = new Map<string, Map<string, Shortcut>>()
  const owners = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut]))
  for (const shortcut of shortcuts) {
    const { label, keys, group = 'This screen' } = shortcut
    if (!label || LEFT_OUT.has(group) || owners.get(keys) !== shortcut) continue
    const known = groups.get(group) ?? new Map<string, Shortcut>()
    known.set(keys, shortcut)
    groups.set(group, known)
  }
  return [...groups].map(([group, known]) => ({ group, actions: [...known.values()] }))
}

/** The actions as they were when the palette opened. */
export function PaletteActions({ onAct }: { onAct: (run: () => void) => void }) {
  const [groups] = useState(() => actionsOf(listShortcuts()))
  return groups.map(({ group, actions }) => (
    <PaletteGroup key={group} heading={group}>
      {actions.map(({ keys, label = '', run }) => (
        <PaletteItem
          key={keys}
          value={`${label} ${group}`}
          icon={<Zap aria-hidden="true" />}
          hint={keys}
          onSelect={() => onAct(() => run(new KeyboardEvent('keydown')))}
        >
          {label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  ))
}
