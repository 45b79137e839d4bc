'use client'

import { QueryError } from '../data/query-error'
import type { MessageStore } from './message-store'
import { useMessages } from './use-message-store'

/** What stands above the messages when some of them could not be had. */
export function MessageFailure({ store }: { store: MessageStore }) {
  const { failure, isLoading } = useMessages(store)
  if (!failure) return <span />
  return (
    <QueryError
      layout="inline"
      className="m-3"
      title="Some messages could not be loaded"
      kept="What is loaded stays."
      error={failure.error}
      onRetry={() => store.retry()}
      isRetrying={isLoading}
    />
  )
}
