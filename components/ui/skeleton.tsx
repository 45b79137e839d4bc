import { classNames } from './class-names'

/** The place where text or a figure will be. Give it the width and height of what comes, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block h-3 rounded-[4px] bg-hover motion-safe:animate-breathe forced-colors:border forced-colors:border-[GrayText]',
        className,
      )}
    />
  )
}

export interface SkeletonRowsProps {
  rows?: number
  /** Read out: "Loading threads". */
  label: string
  className?: string
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-4/6', 'w-1/3']

/** Rows of 44 px with two lines, as the lists have, while the first page is on its way. */
export function SkeletonRows({ rows = 8, label, className }: SkeletonRowsProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className="grid h-11 content-center gap-1.5 border-line border-b px-4">
          <Skeleton className={widths[row % widths.length]} />
          <Skeleton className={classNames('h-2.5', widths[(row + 2) % widths.length])} />
        </div>
      ))}
    </div>
  )
}
