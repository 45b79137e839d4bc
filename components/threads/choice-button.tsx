'use client'

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export interface ChoiceButtonProps {
  isChosen?: boolean
  /** What stands at the end: a figure. */
  aside?: ReactNode
  onChoose: () => void
  children: ReactNode
}

/** One line of a filter's list. */
export function ChoiceButton({ isChosen = false, aside, onChoose, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex min-h-7 w-full items-center gap-2 rounded-sm px-2 py-1 text-start text-13 hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:font-medium pointer-coarse:min-h-11"
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside ? <span className="shrink-0 text-12 text-ink-3 tabular-nums">{aside}</span> : null}
      <Check aria-hidden="true" strokeWidth={1.5} className={isChosen ? 'size-4 shrink-0' : 'hidden'} />
    </button>
  )
}
