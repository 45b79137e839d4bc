'use client'

import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { CircleHelp, Monitor, Moon, Search, Sun } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ComponentType, type ReactNode, useState } from 'react'
import { classNames } from '../ui/class-names'
import { backdropStyle } from '../ui/dialog'
import { KeyHint } from '../ui/key-hint'
import { places } from './places'
import { useTheme } from './theme-provider'

/** Renders results for what is typed, as PaletteGroup and PaletteItem (with `isForced`, so that the palette does not filter them anew). */
export type PaletteResults = ComponentType<{ query: string; onDone: () => void }>

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onHelp: () => void
  Results?: PaletteResults
}

/** One key from anywhere to anywhere: places, theme, help, and what a search finds. */
export function CommandPalette({ open, onOpenChange, ...rest }: CommandPaletteProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Popup
          aria-label="Go to"
          className="fixed top-[max(16px,12vh)] left-1/2 z-30 w-[calc(100vw-24px)] max-w-140 -translate-x-1/2 overflow-clip rounded-lg border border-line bg-panel shadow-float outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <PaletteBody {...rest} onDone={() => onOpenChange(false)} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function PaletteBody({
  onDone,
  onHelp,
  Results,
}: {
  onDone: () => void
  onHelp: () => void
  Results?: PaletteResults
}) {
  const [query, setQuery] = useState('')
  const router = useRouter()
  const { setTheme } = useTheme()
  const after = (run: () => void) => () => {
    onDone()
    run()
  }
  return (
    <Command label="Go to" loop vimBindings={false}>
      <div className="flex h-11 items-center gap-2 border-line border-b px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          maxLength={256}
          placeholder="Go to a place, or find a thread"
          className="h-full min-w-0 flex-1 bg-transparent text-14 outline-none pointer-coarse:text-16"
        />
        <KeyHint keys="escape" label="close" />
      </div>
      <Command.List className="max-h-[min(420px,60vh)] scroll-py-1 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-13 text-ink-2">Nothing is called that.</Command.Empty>
        <PaletteGroup heading="Places">
          {places.map(({ name, label, href, Icon, key }) => (
            <PaletteItem
              key={name}
              value={label}
              icon={<Icon aria-hidden="true" />}
              hint={`g ${key}`}
              onSelect={after(() => router.push(href))}
            >
              {label}
            </PaletteItem>
          ))}
        </PaletteGroup>
        <PaletteGroup heading="Desk">
          <PaletteItem value="Theme: light" icon={<Sun aria-hidden="true" />} onSelect={after(() => setTheme('light'))}>
            Theme: light
          </PaletteItem>
          <PaletteItem value="Theme: dark" icon={<Moon aria-hidden="true" />} onSelect={after(() => setTheme('dark'))}>
            Theme: dark
          </PaletteItem>
          <PaletteItem
            value="Theme: as the system"
            icon={<Monitor aria-hidden="true" />}
            onSelect={after(() => setTheme('system'))}
          >
            Theme: as the system
          </PaletteItem>
          <PaletteItem
            value="Keyboard shortcuts"
            icon={<CircleHelp aria-hidden="true" />}
            hint="?"
            onSelect={after(onHelp)}
          >
            Keyboard shortcuts
          </PaletteItem>
        </PaletteGroup>
        {/* Last, so that Enter goes to a place that is called what was typed, whatever a search finds meanwhile. */}
        {Results && query.trim() ? <Results query={query.trim()} onDone={onDone} /> : null}
      </Command.List>
    </Command>
  )
}

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
