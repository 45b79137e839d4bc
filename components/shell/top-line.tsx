import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names'
import { Link } from '../ui/link'

export interface Crumb {
  label: string
  /** Absent on the last: that is where one is. */
  href?: string
}

export interface TopLineProps {
  /** From the place down to where one is; the last is the page's heading. */
  crumbs: readonly [Crumb, ...Crumb[]]
  /** What one can do here; the main action last. Under 640 px keep it to two or three, the rest in a menu. */
  actions?: ReactNode
  /** A line under it that says in what state one looks: "Not saved. Agents still get v7." */
  banner?: ReactNode
  className?: string
}

/** The 48 px line over the work: where one is, and what one can do. The first thing a page renders. */
export function TopLine({ crumbs, actions, banner, className }: TopLineProps) {
  const parents = crumbs.slice(0, -1)
  const here = crumbs[crumbs.length - 1]
  const back = parents.findLast((crumb) => crumb.href)
  return (
    <header className={classNames('bg-panel', className)}>
      <div className="flex h-12 items-center gap-3 border-line border-b px-4 max-sm:gap-2 max-sm:px-2 pointer-coarse:h-14">
        {back?.href ? (
          <Link
            href={back.href}
            aria-label={`Back to ${back.label}`}
            className="flex size-8 shrink-0 items-center justify-center rounded-sm text-ink-2 hover:bg-hover sm:hidden pointer-coarse:size-11"
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Link>
        ) : null}
        <div
          className={classNames(
            'flex min-w-0 flex-1 items-center gap-1.5 font-medium text-13 whitespace-nowrap',
            !back && 'max-sm:ps-2',
          )}
        >
          {parents.length > 0 ? (
            <nav aria-label="Where you are" className="flex min-w-0 shrink-[4] items-center gap-1.5 max-sm:hidden">
              {parents.map((crumb) => (
                <span key={`${crumb.href}:${crumb.label}`} className="flex min-w-6 items-center gap-1.5">
                  {crumb.href ? (
                    <Link href={crumb.href} className="truncate rounded-xs py-1 underline-offset-2 hover:underline">
                      {crumb.label}
                    </Link>
                  ) : (
                    <span className="truncate">{crumb.label}</span>
                  )}
                  <span aria-hidden="true" className="text-ink-3">
                    /
                  </span>
                </span>
              ))}
            </nav>
          ) : null}
          <h1 className="min-w-0 truncate" title={here?.label}>
            {here?.label}
          </h1>
        </div>
        {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
      </div>
      {banner ? (
        <div
          role="status"
          className="flex items-center gap-2 border-line border-b bg-pick px-4 py-2 font-medium text-12 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {banner}
        </div>
      ) : null}
    </header>
  )
}
