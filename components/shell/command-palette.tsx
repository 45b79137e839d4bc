'use client'

import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { CircleHelp, Copy, Monitor, Moon, Search, Sun, UserCog } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { backdropStyle } from '../ui/dialog'
import { KeyHint } from '../ui/key-hint'
import { PaletteActions } from './palette-actions'
import { PaletteGroup, PaletteItem, type PaletteResults } from './palette-item'
import type { Place } from './places'
import { useTheme } from './theme-provider'

export interface CommandPaletteProps {
  places: readonly Place[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onHelp: () => void
  Results?: PaletteResults
}

/** One key from anywhere to anything: places, what one can do on this screen, theme, help, and what a search finds. */
export function CommandPalette({ open, onOpenChange, ...rest }: CommandPaletteProps) {
  const chosen = useRef<(() => void) | null>(null)
  // An action may move the focus, which the palette gives back while it closes.
  const runChosen = (isOpen: boolean) => {
    if (isOpen) return
    chosen.current?.()
    chosen.current = null
  }
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={runChosen}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Popup
          aria-label="Go to"
          className="fixed top-[max(16px,12vh)] left-1/2 z-30 w-[calc(100vw-24px)] max-w-140 -translate-x-1/2 overflow-clip rounded-lg border border-line bg-panel shadow-float outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <PaletteBody
            {...rest}
            onDone={() => onOpenChange(false)}
            onAct={(run) => {
              chosen.current = run
              onOpenChange(false)
            }}
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function PaletteBody({
  places,
  onDone,
  onAct,
  onHelp,
  Results,
}: {
  places: readonly Place[]
  onDone: () => void
  /** Closes the palette, then runs. */
  onAct: (run: () => void) => void
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
          placeholder="Go to a place, do something here, find a thread"
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
          <PaletteItem
            value="Duplicates: history stored twice"
            icon={<Copy aria-hidden="true" />}
            onSelect={after(() => router.push('/duplicates'))}
          >
            Duplicates: history stored twice
          </PaletteItem>
        </PaletteGroup>
        {Results && !query.trim() ? <Results query="" onDone={onDone} /> : null}
        <PaletteActions onAct={onAct} />
        <PaletteGroup heading="Desk">
          <PaletteItem
            value="Your account"
            icon={<UserCog aria-hidden="true" />}
            onSelect={after(() => router.push('/account'))}
          >
            Your account
          </PaletteItem>
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
