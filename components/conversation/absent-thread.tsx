'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { Button, LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import { ConversationSkeleton } from './conversation-skeleton'
import { titleOf } from './thread-title'

const crumbs = [{ label: 'Threads', href: '/threads' }, { label: 'Not found' }] as const

/** A link to a thread that is not among the living: in the trash, or nowhere that one sees. */
export function AbsentThread({ uid }: { uid: string }) {
  const trpc = useTRPC()
  const trash = useQuery(trpc.threads.get.queryOptions({ uid, deleted: true }))
  if (trash.isPending) return <ConversationSkeleton />
  if (trash.data) return <DeletedThread thread={trash.data} />
  const { code } = readApiError(trash.error)
  // An address that holds no uid at all is a bad input to the server, and the same to the reader.
  if (code !== 'NOT_FOUND' && code !== 'INVALID_INPUT') {
    return (
      <>
        <TopLine crumbs={crumbs} />
        <QueryError
          title="The thread could not be loaded"
          error={trash.error}
          onRetry={() => void trash.refetch()}
          isRetrying={trash.isFetching}
        />
      </>
    )
  }
  return (
    <>
      <TopLine crumbs={crumbs} />
      <div className="overflow-auto">
        <EmptyState
          title="There is no such thread"
          text="The address is wrong, the thread is deleted for good, or it is in a scope that you do not see."
          action={
            <>
              <LinkButton href="/threads" variant="main">
                Go to threads
              </LinkButton>
              <LinkButton href="/trash">Look in the trash</LinkButton>
            </>
          }
        />
      </div>
    </>
  )
}

/** Says that a thread is deleted, and gives it back, under another id where its own is taken meanwhile. */
function DeletedThread({ thread }: { thread: ThreadView }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [otherId, setOtherId] = useState<string | null>(null)
  const restore = useMutation(
    trpc.threads.restore.mutationOptions({
      onSuccess: () => {
        void cache.invalidateQueries({ queryKey: trpc.threads.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.overview.pathKey() })
      },
      onError: (error) => {
        if (readApiError(error).code === 'CONFLICT' && otherId === null) setOtherId(`${thread.threadId}-restored`)
        else showFailure('The thread was not restored', error)
      },
    }),
  )
  return (
    <>
      <TopLine crumbs={[{ label: 'Threads', href: '/threads' }, { label: titleOf(thread) }]} />
      <div className="overflow-auto">
        <EmptyState
          title="This thread is deleted"
          text={
            <>
              <span dir="auto">{titleOf(thread)}</span>: {formatQuantity(thread.messageCount, 'message')}, deleted{' '}
              {thread.deletedAt ? <Time value={thread.deletedAt} show="minute" /> : null}. Agents do not see it.
              Restoring brings back all of it.
            </>
          }
          action={
            <>
              <Button
                variant="main"
                isBusy={restore.isPending}
                onClick={() => restore.mutate({ uid: thread.uid, ...(otherId ? { asThreadId: otherId } : {}) })}
              >
                Restore
              </Button>
              <LinkButton href="/trash">See the trash</LinkButton>
            </>
          }
        >
          {otherId === null ? null : (
            <Field
              label="New id"
              apiName="asThreadId"
              description="A new thread has taken the old id meanwhile: this one needs another."
            >
              <Input isMono value={otherId} onValueChange={setOtherId} />
            </Field>
          )}
        </EmptyState>
      </div>
    </>
  )
}
