'use client'

import { useQuery } from '@tanstack/react-query'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { AbsentThread } from './absent-thread'
import { ConversationDesk } from './conversation-desk'
import { ConversationSkeleton } from './conversation-skeleton'
import { FoldMemory } from './fold-memory'
import { WithheldThread } from './withheld-thread'

/** One thread: its messages with what the agent sees of them, and all about it. */
export function ConversationPage({ uid }: { uid: string }) {
  const trpc = useTRPC()
  const thread = useQuery(trpc.threads.get.queryOptions({ uid }))
  const code = thread.error ? readApiError(thread.error).code : null
  // Deleted meanwhile, by someone else: what is still in the cache must not be shown as alive.
  if (code === 'NOT_FOUND' || code === 'INVALID_INPUT') return <AbsentThread uid={uid} />
  if (thread.data?.isWithheld) return <WithheldThread thread={thread.data} onRevealed={thread.refetch} />
  if (thread.data) {
    return (
      <FoldMemory key={uid}>
        <ConversationDesk thread={thread.data} refetch={thread.refetch} isFetching={thread.isFetching} />
      </FoldMemory>
    )
  }
  if (thread.isPending) return <ConversationSkeleton />
  return (
    <>
      <TopLine crumbs={[{ label: 'Threads', href: '/threads' }, { label: 'Thread' }]} />
      <div className="overflow-auto">
        <QueryError
          title="The thread could not be loaded"
          kept="Nothing was changed."
          error={thread.error}
          onRetry={() => void thread.refetch()}
          isRetrying={thread.isFetching}
        />
      </div>
    </>
  )
}
