'use client'

import { Ellipsis, Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '../ui/link'
import { Menu, MenuLink, MenuSeparator } from '../ui/menu'
import { formatCount } from '../ui/number-format'
import { isAt, type Place, type PlaceCounts, type PlaceName } from './places'

const cellStyle =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 font-medium text-11 text-ink-2 focus-visible:-outline-offset-2 aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_2px_0_var(--color-ink)] data-popup-open:text-ink'

/** Places that have a cell of their own, where one works all day: more would be narrower than a thumb. The others stand in "More". */
const CELLS: readonly PlaceName[] = ['inbox', 'review', 'threads']

export interface BottomBarProps {
  places: readonly Place[]
  counts: PlaceCounts
  onSearch: () => void
  /** Entries of the "More" menu after the places: theme, help, sign out. */
  more: ReactNode
}

/** The places under 640 px, within reach of a thumb. */
export function BottomBar({ places, counts, onSearch, more }: BottomBarProps) {
  const pathname = usePathname()
  const cells = places.filter(({ name }) => CELLS.includes(name))
  const others = places.filter(({ name }) => !CELLS.includes(name))
  return (
    <nav aria-label="Places" className="flex border-line border-t bg-sunk pb-[env(safe-area-inset-bottom)] sm:hidden">
      {cells.map((place) => (
        <Link
          key={place.name}
          href={place.href}
          aria-current={isAt(pathname, place) ? 'page' : undefined}
          className={cellStyle}
        >
          <span className="relative">
            <place.Icon aria-hidden="true" className="size-5" />
            {place.name === 'inbox' && counts.inbox ? (
              <span className="absolute -end-2.5 -top-1.5 min-w-4 rounded-full bg-ink px-1 text-center text-[10px]/4 text-bg tabular-nums">
                {formatCount(counts.inbox)}
              </span>
            ) : null}
          </span>
          {place.label}
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
        {others.map(({ name, href, label, Icon }) => (
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
