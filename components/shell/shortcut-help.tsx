'use client'

import { useSyncExternalStore } from 'react'
import { Dialog } from '../ui/dialog'
import { Kbd } from '../ui/kbd'
import { isSingleKey } from '../ui/shortcut-keys'
import { listShortcuts, type Shortcut, setSingleKeys, subscribeToShortcuts } from '../ui/shortcut-store'
import { Switch } from '../ui/switch'
import { useAreSingleKeysOn } from '../ui/use-shortcut'

const none: readonly Shortcut[] = []

function groupsOf(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Map<string, Shortcut>>()
  for (const shortcut of shortcuts) {
    if (!shortcut.label) continue
    const group = shortcut.group ?? 'This screen'
    const known = groups.get(group) ?? new Map<string, Shortcut>()
    known.set(shortcut.keys, shortcut)
    groups.set(group, known)
  }
  // What is nearest comes first, what holds everywhere last.
  const rank = (group: string) => (group === 'Everywhere' ? 2 : group === 'Go to' ? 1 : 0)
  return [...groups]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([group, known]) => [group, [...known.values()]])
}

/** All shortcuts that work on this screen, and the switch for those of a single key (WCAG 2.1.4). */
export function ShortcutHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const shortcuts = useSyncExternalStore(subscribeToShortcuts, listShortcuts, () => none)
  const areSingleKeysOn = useAreSingleKeysOn()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="small">
      <div className="grid gap-5">
        <Switch
          checked={areSingleKeysOn}
          onCheckedChange={setSingleKeys}
          label="Shortcuts of a single key"
          description="Off keeps only those with Ctrl or Cmd, for speech input and stray keys."
        />
        {groupsOf(shortcuts).map(([group, entries]) => (
          <section key={group}>
            <h3 className="mb-1 font-medium text-11 text-ink-3">{group}</h3>
            <dl>
              {entries.map((entry) => (
                <div
                  key={entry.keys}
                  className="flex items-center justify-between gap-4 border-line border-t py-1.5 text-13"
                >
                  <dt className={isSingleKey(entry.keys) && !areSingleKeysOn ? 'text-ink-3 line-through' : undefined}>
                    {entry.label}
                  </dt>
                  <dd>
                    <Kbd keys={entry.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
