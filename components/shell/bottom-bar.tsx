'use client'

import { Ellipsis, Search } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Menu, MenuLink, MenuSeparator } from '../ui/menu'
import { isAt, places } from './places'

const cellStyle =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 font-medium text-11 text-ink-2 focus-visible:-outline-offset-2 aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_2px_0_var(--color-ink)] data-popup-open:text-ink'

export interface BottomBarProps {
  onSearch: () => void
  /** Entries of the "More" menu after the places: theme, help, sign out. */
  more: ReactNode
}

/** The places under 640 px, within reach of a thumb. */
export function BottomBar({ onSearch, more }: BottomBarProps) {
  const pathname = usePathname()
  const managed = places.filter((place) => place.group === 'manage')
  return (
    <nav aria-label="Places" className="flex border-line border-t bg-sunk pb-[env(safe-area-inset-bottom)] sm:hidden">
      {places
        .filter((place) => place.group === 'work')
        .map(({ name, href, label, Icon, ...place }) => (
          <Link
            key={name}
            href={href}
            aria-current={isAt(pathname, { name, href, label, Icon, ...place }) ? 'page' : undefined}
            className={cellStyle}
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </Link>
        ))}
      <button type="button" className={cellStyle} onClick={onSearch}>
        <Search aria-hidden="true" className="size-5" />
        Go to
      </button>
      <Menu
        side="top"
        align="end"
        trigger={
          <button type="button" className={cellStyle}>
            <Ellipsis aria-hidden="true" className="size-5" />
            More
          </button>
        }
      >
        {managed.map(({ name, href, label, Icon }) => (
          <MenuLink key={name} href={href} icon={<Icon aria-hidden="true" />}>
            {label}
          </MenuLink>
        ))}
        <MenuSeparator />
        {more}
      </Menu>
    </nav>
  )
}
