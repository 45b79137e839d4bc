import type { ReactNode } from 'react'
import { classNames } from './class-names'

export interface EmptyStateProps {
  /** What will be here: "No threads yet". */
  title: ReactNode
  /** How it gets here. */
  text?: ReactNode
  /** The next step: a button or link, the main one first. */
  action?: ReactNode
  /** More help under it, for example a CodeSnippet. */
  children?: ReactNode
  className?: string
}

/** Nothing yet: says what will be here and the next step. For a filter that finds nothing take NoMatchState. */
export function EmptyState({ title, text, action, children, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'mx-auto grid w-full max-w-140 grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-12',
        className,
      )}
    >
      <div className="grid gap-1">
        <h2 className="font-semibold text-16">{title}</h2>
        {text ? <p className="max-w-[60ch] text-13 text-ink-2">{text}</p> : null}
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
      {children}
    </div>
  )
}
