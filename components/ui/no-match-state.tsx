'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { Chip } from './chip'
import { classNames } from './class-names'

export interface NoMatchStateProps {
  /** "No thread matches". */
  title: ReactNode
  /** What is filtered by, shown as chips: `{ label: 'agent', value: 'support' }`. */
  filters?: readonly { label: string; value?: string }[]
  onClear: () => void
  /** What is there without the filters: "48,210 threads without filters". */
  text?: ReactNode
  className?: string
}

/** There is something, but the filters leave nothing: shows them and clears them. */
export function NoMatchState({ title, filters = [], onClear, text, className }: NoMatchStateProps) {
  return (
    <div
      role="status"
      className={classNames(
        'mx-auto grid w-full max-w-140 grid-cols-[minmax(0,1fr)] content-start gap-3 px-4 py-12',
        className,
      )}
    >
      <div className="grid gap-1">
        <h2 className="font-semibold text-16">{title}</h2>
        {text ? <p className="text-13 text-ink-2">{text}</p> : null}
      </div>
      {filters.length > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {filters.map((filter) => (
            <Chip key={`${filter.label}:${filter.value}`} label={filter.label} value={filter.value} />
          ))}
        </div>
      ) : null}
      <div>
        <Button onClick={onClear}>Clear filters</Button>
      </div>
    </div>
  )
}
