'use client'

import { ErrorState } from '../ui/error-state'
import { nextStep, readApiError } from './api-error'

export interface QueryErrorProps {
  /** What could not be done: "The threads could not be loaded". */
  title: string
  /** What is safe: "Your filters are kept." */
  kept?: string
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  layout?: 'page' | 'inline'
  className?: string
}

/** A failed query: what the server said, what to do, its request id, and another try. */
export function QueryError({ title, kept, error, onRetry, isRetrying, layout, className }: QueryErrorProps) {
  const known = readApiError(error)
  return (
    <ErrorState
      title={title}
      kept={[known.message, kept].filter(Boolean).join(' ')}
      next={nextStep(known)}
      requestId={known.requestId}
      onRetry={onRetry}
      isRetrying={isRetrying}
      layout={layout}
      className={className}
    />
  )
}
