'use client'

import { useQuery } from '@tanstack/react-query'
import { threadsHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { BriefList } from '../overview/brief-list'
import { ListsSkeleton } from '../overview/overview-skeleton'

const SHOWN = 6

/** The threads in which something happened last. */
export function ScopeThreads({ tenant, subject }: { tenant: string; subject: string | undefined }) {
  const trpc = useTRPC()
  const where = subject === undefined ? { scopePattern: { tenant } } : { scope: { tenant, subject } }
  const { data } = useQuery(trpc.threads.list.queryOptions({ ...where, limit: SHOWN }))
  if (!data) return <ListsSkeleton label="Loading threads" lists={1} rows={SHOWN} />
  return (
    <BriefList
      title="Newest activity"
      threads={data.items}
      show="lastMessageAt"
      allHref={threadsHref({ tenant, subject })}
      empty="No thread is alive here."
    />
  )
}
