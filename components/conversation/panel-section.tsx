import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names'

/** A part of the side panel under its small heading. */
export function PanelSection({
  title,
  children,
  className,
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <section className={classNames('grid grid-cols-[minmax(0,1fr)]', className)}>
      <h2 className="mb-1 font-medium text-11 text-ink-3">{title}</h2>
      {children}
    </section>
  )
}

/** Lines of what and how much. */
export function FactRows({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-3 border-line border-t py-1.75 text-12">
          <dt className="shrink-0 text-ink-2">{label}</dt>
          <dd className="min-w-0 text-end tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
