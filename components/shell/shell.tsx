'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import type { Permission } from '@/server/schemas/setup'
import { IconButton } from '../ui/icon-button'
import { Kbd } from '../ui/kbd'
import { useShortcut } from '../ui/use-shortcut'
import { BottomBar } from './bottom-bar'
import { CommandPalette } from './command-palette'
import type { PaletteResults } from './palette-item'
import { type Place, type PlaceCounts, placesFor } from './places'
import { Rail } from './rail'
import { ShortcutHelp } from './shortcut-help'
import { type ShellUser, UserMenu, UserMenuEntries } from './user-menu'

export interface ShellProps {
  /** How many there are of each place; those left out show nothing. */
  counts?: PlaceCounts
  /** Where counting stopped: such figures read `10,000+`. */
  countCap?: number
  user?: ShellUser
  /** What the person may do: places that they may not open are left out. */
  permissions?: readonly Permission[]
  onSignOut?: () => void
  /** Present while there are samples. */
  onRemoveSamples?: () => void
  /** Renders what a search finds, inside the palette. */
  PaletteResults?: PaletteResults
  /** A page: TopLine first, then one element that fills what is left and scrolls by itself. */
  children: ReactNode
}

/** The frame of the desk: places, person, palette, help; the page fills the rest. */
export function Shell(props: ShellProps) {
  const { counts = {}, countCap, user, permissions, onSignOut, onRemoveSamples, PaletteResults, children } = props
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const help = () => setIsHelpOpen(true)
  const places = placesFor(permissions)
  const entries = { onHelp: help, onSignOut, onRemoveSamples }

  useShortcut('mod+k', () => setIsPaletteOpen((isOpen) => !isOpen), { label: 'Go to anything', group: 'Everywhere' })
  useShortcut('?', help, { label: 'These shortcuts', group: 'Everywhere' })

  return (
    <div className="grid h-dvh grid-rows-[minmax(0,1fr)_auto] sm:grid-cols-[56px_minmax(0,1fr)] sm:grid-rows-1 lg:grid-cols-[208px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-sm bg-act px-3 py-2 font-medium text-12 text-act-ink focus-visible:translate-y-0"
      >
        Skip to the work
      </a>
      {places.map((place) => (
        <PlaceShortcut key={place.name} place={place} />
      ))}
      <Rail places={places} counts={counts} countCap={countCap}>
        <div className="flex items-center gap-1 max-lg:flex-col-reverse">
          <UserMenu user={user} {...entries} />
          <IconButton isPlain label="Keyboard shortcuts" icon={<Kbd keys="?" />} onClick={help} />
        </div>
      </Rail>
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] outline-none"
      >
        {children}
      </main>
      <BottomBar
        places={places}
        counts={counts}
        onSearch={() => setIsPaletteOpen(true)}
        more={<UserMenuEntries {...entries} />}
      />
      <CommandPalette
        places={places}
        open={isPaletteOpen}
        onOpenChange={setIsPaletteOpen}
        onHelp={help}
        Results={PaletteResults}
      />
      <ShortcutHelp open={isHelpOpen} onOpenChange={setIsHelpOpen} />
    </div>
  )
}

function PlaceShortcut({ place }: { place: Place }) {
  const router = useRouter()
  useShortcut(`g ${place.key}`, () => router.push(place.href), { label: place.label, group: 'Go to' })
  return null
}
