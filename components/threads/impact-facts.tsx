'use client'

import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ThreadsImpactInput } from '@/server/schemas/impact'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'

/** What a deletion takes along, counted before it is done; and the forks that stay behind. */
export function ImpactFacts({ of }: { of: z.input<typeof ThreadsImpactInput> }) {
  const trpc = useTRPC()
  const impact = useQuery(trpc.threads.impact.queryOptions(of))
  if (impact.isError) {
    return (
      <QueryError
        layout="inline"
        title="What goes with it could not be counted"
        kept="It can be deleted all the same."
        error={impact.error}
        onRetry={() => void impact.refetch()}
        isRetrying={impact.isFetching}
      />
    )
  }
  const { data } = impact
  const facts = [
    { label: 'Messages', value: data?.messages },
    { label: 'Tokens', value: data?.tokens },
    { label: 'Entries', value: data?.entries },
    { label: 'Summaries', value: data?.summaries },
    { label: 'Vectors', value: data?.vectors },
    { label: 'Pins', value: data?.pins },
    { label: 'Notes', value: data?.notes },
    { label: 'Reviews', value: data?.reviews },
  ]
  return (
    <div aria-busy={impact.isFetching} className="grid gap-2">
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2 rounded-md border border-line bg-sunk px-3 py-2.5">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-12 text-ink-2">{label}</dt>
            <dd className="font-medium text-13 tabular-nums">
              {value === undefined ? <Skeleton className="my-1 w-8" /> : formatCount(value)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="min-h-4 text-12 text-ink-2">
        {data === undefined
          ? 'Counting what goes with it'
          : data.forks === 0
            ? 'No fork that stays came from it.'
            : `${formatQuantity(data.forks, 'fork')} that came from it ${data.forks === 1 ? 'stays' : 'stay'}, whole.`}
      </p>
    </div>
  )
}
