'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Tooltip } from '../ui/tooltip'
import { BrandMark } from './brand-mark'
import { isAt, type Place, type PlaceCounts } from './places'

export interface RailProps {
  places: readonly Place[]
  counts: PlaceCounts
  /** Figures at or above it read `10,000+`. */
  countCap?: number
  /** What stands at the foot: the person and the help. */
  children: ReactNode
}

/** The rail of places: 208 px, only icons under 1024 px, gone under 640 px (the bottom bar takes over). */
export function Rail({ places, counts, countCap, children }: RailProps) {
  const pathname = usePathname()
  const link = (place: Place) => (
    <RailLink key={place.name} place={place} isOn={isAt(pathname, place)} count={counts[place.name]} cap={countCap} />
  )
  return (
    <aside
      aria-label="Desk"
      className="hidden min-h-0 flex-col overflow-y-auto border-line border-e bg-sunk px-2 py-3 sm:flex"
    >
      <Link
        href="/overview"
        className="mb-3 flex items-center gap-2 rounded-sm px-2 py-1 font-semibold text-14 tracking-[-0.01em] max-lg:justify-center"
      >
        <BrandMark />
        <span className="max-lg:sr-only">Loci</span>
      </Link>
      <nav aria-label="Places" className="grid gap-px">
        {places.filter((place) => place.group === 'work').map(link)}
        <h2 className="px-2 pt-4 pb-1 font-medium text-11 text-ink-3 max-lg:sr-only">Manage</h2>
        <hr className="mx-2 my-2 border-line lg:hidden" />
        {places.filter((place) => place.group === 'manage').map(link)}
      </nav>
      <div className="mt-auto pt-3">{children}</div>
    </aside>
  )
}

function RailLink({ place, isOn, count, cap }: { place: Place; isOn: boolean; count?: number; cap?: number }) {
  const { Icon, label, href, key } = place
  return (
    <Tooltip label={label} hint={`g ${key}`} side="right" className="lg:hidden">
      <Link
        href={href}
        aria-current={isOn ? 'page' : undefined}
        className="flex h-7.5 items-center gap-2 rounded-sm px-2 font-medium text-13 text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:ring-1 aria-[current=page]:ring-line max-lg:h-9 max-lg:justify-center pointer-coarse:h-11 forced-colors:aria-[current=page]:outline-1"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span className="max-lg:sr-only">{label}</span>
        {count === undefined ? null : (
          <span className="ms-auto font-normal text-11 text-ink-3 tabular-nums max-lg:sr-only">
            {formatCount(count, cap)}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
