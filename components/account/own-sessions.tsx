'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '@/server/schemas/account'
import { QueryError } from '../data/query-error'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { formatQuantity } from '../ui/number-format'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { showToast } from '../ui/toast'
import { browserWords } from './browser-words'

/** Where one is signed in, to be ended one by one or all but this. */
export function OwnSessions() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const list = useQuery(trpc.account.sessions.queryOptions())
  const end = useMutation(
    trpc.account.endSessions.mutationOptions({
      onSuccess: ({ ended }) => showToast({ title: `${formatQuantity(ended, 'session')} ended`, tone: 'good' }),
      onError: (error) => showFailure('The session was not ended', error),
      onSettled: () => cache.invalidateQueries({ queryKey: trpc.account.pathKey() }),
    }),
  )
  const sessions = list.data?.items ?? []
  return (
    <section aria-labelledby="sessions" className="grid gap-3 border-line border-t pt-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id="sessions" className="font-semibold text-14">
          Sessions
        </h2>
        {sessions.length > 1 ? (
          <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ others: true })}>
            End all others
          </Button>
        ) : null}
      </div>
      {list.isPending ? <SkeletonRows rows={2} label="Loading sessions" /> : null}
      {list.isError && !list.data ? (
        <QueryError
          layout="inline"
          title="The sessions could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : null}
      <ul aria-label="Open sessions">
        {sessions.map((session) => (
          <li key={session.id} className="flex min-h-12 items-center justify-between gap-3 border-line border-t py-1.5">
            <SessionWords session={session} />
            {session.isCurrent ? (
              <span className="shrink-0 text-12 text-ink-2">this one</span>
            ) : (
              <Button
                size="small"
                aria-label={`End the session of ${browserWords(session.userAgent)}`}
                disabled={end.isPending}
                onClick={() => end.mutate({ id: session.id })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SessionWords({ session }: { session: SessionView }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium" title={session.userAgent ?? undefined}>
        {browserWords(session.userAgent)}
      </span>
      <span className="block truncate text-12 text-ink-3">
        {session.address ?? 'address unknown'} · since <Time value={session.createdAt} show="minute" />
      </span>
    </span>
  )
}
