'use client'

import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { CopyButton } from './copy-button'

export interface ErrorStateProps {
  /** What happened: "The threads could not be loaded". */
  title: ReactNode
  /** What was kept: "Nothing was changed. Your filters are kept." */
  kept?: ReactNode
  /** What to do: "Try again; if it stays, give this id to whoever runs Loci." */
  next?: ReactNode
  requestId?: string
  onRetry?: () => void
  isRetrying?: boolean
  /** Other ways on. */
  action?: ReactNode
  /** `page` stands alone in a pane; `inline` between other things. */
  layout?: 'page' | 'inline'
  className?: string
}

/** An error says what happened, what was kept, what to do, and its request id. */
export function ErrorState(props: ErrorStateProps) {
  const { title, kept, next, requestId, onRetry, isRetrying, action, layout = 'page', className } = props
  const Heading = layout === 'page' ? 'h2' : 'p'
  return (
    <div
      role="alert"
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] content-start gap-3',
        layout === 'page'
          ? 'mx-auto w-full max-w-140 px-4 py-12'
          : 'rounded-md border border-line border-s-2 border-s-bad bg-panel px-3 py-2.5',
        className,
      )}
    >
      <div className="grid gap-1">
        <Heading
          className={classNames(
            'flex items-center gap-2',
            layout === 'page' ? 'font-semibold text-16' : 'font-medium text-13',
          )}
        >
          <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
          {title}
        </Heading>
        {kept ? <p className="text-13 text-ink-2">{kept}</p> : null}
        {next ? <p className="text-13 text-ink-2">{next}</p> : null}
      </div>
      {onRetry || action ? (
        <div className="flex flex-wrap gap-2">
          {onRetry ? (
            <Button onClick={onRetry} isBusy={isRetrying}>
              Try again
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
      {requestId ? (
        <p className="flex items-center gap-1 text-12 text-ink-3">
          Request <code className="font-mono break-all">{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" size="small" />
        </p>
      ) : null}
    </div>
  )
}
