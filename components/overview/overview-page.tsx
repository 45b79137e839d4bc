'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { FirstThread } from '../threads/first-thread'
import { ActivityPanel } from './activity-panel'
import { AttentionList } from './attention-list'
import { BriefList } from './brief-list'
import { OverviewFilters } from './overview-filters'
import { ListsSkeleton } from './overview-skeleton'
import { useOverviewState } from './use-overview'

const EVERY_MS = 30_000
/** While nothing is stored it is looked more often, so that the first thread appears by itself. */
const WAITING_MS = 3_000

/** What happens, now and over time: what needs a look first, then figures, then where it comes from. */
export function OverviewPage() {
  const trpc = useTRPC()
  const { state, setState } = useOverviewState()
  const counts = useQuery(
    trpc.overview.get.queryOptions(undefined, {
      refetchInterval: ({ state: { data } }) => (data?.threads.count === 0 ? WAITING_MS : false),
    }),
  )
  const attention = useQuery(trpc.overview.attention.queryOptions(undefined, { refetchInterval: EVERY_MS }))
  if (counts.data?.threads.count === 0 && counts.data.trash.count === 0) {
    return (
      <>
        <TopLine crumbs={[{ label: 'Overview' }]} />
        <div className="min-h-0 overflow-y-auto">
          <FirstThread />
        </div>
      </>
    )
  }
  return (
    <>
      <TopLine crumbs={[{ label: 'Overview' }]} />
      <div className="min-h-0 overflow-y-auto">
        <OverviewFilters state={state} onChange={setState} />
        <div className="mx-auto grid max-w-400 grid-cols-[minmax(0,1fr)] gap-8 px-4 py-5">
          {attention.data ? <AttentionList {...attention.data} /> : null}
          {attention.isPending ? <ListsSkeleton label="Loading what needs attention" lists={1} rows={2} /> : null}
          <ActivityPanel state={state} onChange={setState} />
          {attention.data ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
              <BriefList
                title="Largest threads"
                threads={attention.data.largest}
                show="tokens"
                allHref="/threads?sort=tokenCount.desc"
                empty="A thread stands here a few seconds after its first message."
              />
              <BriefList
                title="Longest without a message"
                threads={attention.data.stalest}
                show="lastMessageAt"
                allHref="/threads?sort=lastMessageAt.asc"
                empty="No thread holds a message."
              />
            </div>
          ) : null}
          {attention.isPending ? <ListsSkeleton label="Loading threads" lists={2} rows={6} /> : null}
          {attention.isError && !attention.data ? (
            <QueryError
              layout="inline"
              title="What needs attention could not be loaded"
              error={attention.error}
              onRetry={() => void attention.refetch()}
              isRetrying={attention.isFetching}
            />
          ) : null}
        </div>
      </div>
    </>
  )
}
