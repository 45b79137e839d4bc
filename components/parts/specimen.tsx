import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names'

/** One thing a section. */
export function Specimen({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h2 className="border-line border-b pb-1 font-medium text-11 text-ink-3">{title}</h2>
      <div className={classNames('flex min-w-0 flex-wrap items-center gap-2', className)}>{children}</div>
    </section>
  )
}
