'use client'

import { CircleHelp, CircleUser, LogOut, PackageMinus, UserCog } from 'lucide-react'
import { Avatar } from '../ui/avatar'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/menu'
import { ThemeMenuChoice } from './theme-toggle'

export interface ShellUser {
  email: string
  name?: string
}

export interface UserMenuEntriesProps {
  onHelp: () => void
  /** Absent: no entry to sign out. */
  onSignOut?: () => void
  /** Takes the sample conversations away; absent while there are none. */
  onRemoveSamples?: () => void
}

/** What the person can do about the desk itself; also in the bottom bar's "More". */
export function UserMenuEntries({ onHelp, onSignOut, onRemoveSamples }: UserMenuEntriesProps) {
  return (
    <>
      <ThemeMenuChoice />
      <MenuSeparator />
      <MenuItem icon={<CircleHelp aria-hidden="true" />} hint="?" onSelect={onHelp}>
        Keyboard shortcuts
      </MenuItem>
      {onRemoveSamples ? (
        <MenuItem icon={<PackageMinus aria-hidden="true" />} onSelect={onRemoveSamples}>
          Take the samples away
        </MenuItem>
      ) : null}
      {onSignOut ? (
        <MenuLink href="/account" icon={<UserCog aria-hidden="true" />}>
          Your account
        </MenuLink>
      ) : null}
      {onSignOut ? (
        <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={onSignOut}>
          Sign out
        </MenuItem>
      ) : null}
    </>
  )
}

/** The person at the foot of the rail. */
export function UserMenu({ user, ...entries }: UserMenuEntriesProps & { user?: ShellUser }) {
  const name = user?.name || user?.email || 'Menu'
  return (
    <Menu
      side="top"
      className="w-55"
      trigger={
        <button
          type="button"
          aria-label={`${name}: theme, shortcuts, sign out`}
          className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-13 text-ink-2 transition-colors hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink max-lg:justify-center max-lg:px-0 pointer-coarse:h-11"
        >
          {user ? <Avatar name={name} /> : <CircleUser aria-hidden="true" className="mx-0.75 size-4 shrink-0" />}
          <span className="truncate max-lg:hidden">{user?.email ?? name}</span>
        </button>
      }
    >
      {user ? (
        <div className="px-2 py-1.5">
          {user.name ? <div className="truncate font-medium text-13">{user.name}</div> : null}
          <div className="truncate text-12 text-ink-3">{user.email}</div>
        </div>
      ) : null}
      {user ? <MenuSeparator /> : null}
      <UserMenuEntries {...entries} />
    </Menu>
  )
}
