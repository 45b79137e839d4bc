'use client'

import { useQuery } from '@tanstack/react-query'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { scopeHref, threadsHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { HoldBanner } from '../lifetime/hold-banner'
import { ScopeMenu } from '../lifetime/scope-menu'
import { ActivityPanel } from '../overview/activity-panel'
import { AttentionList } from '../overview/attention-list'
import { BriefList } from '../overview/brief-list'
import { OverviewFilters } from '../overview/overview-filters'
import { ListsSkeleton } from '../overview/overview-skeleton'
import { useOverviewState } from '../overview/use-overview'
import { TopLine } from '../shell/top-line'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { ScopeAgents } from './scope-agents'
import { ScopeFacts } from './scope-facts'
import { ScopeKeys } from './scope-keys'
import { ScopeThreads } from './scope-threads'

/** Everything about one tenant, or one subject of it ('' is the scope without one). */
export function ScopePage({ tenant, subject }: { tenant: string; subject?: string }) {
  const trpc = useTRPC()
  const { state, setState } = useOverviewState()
  const details = useQuery(trpc.scopes.get.queryOptions({ tenant, subject }))
  const place = { tenant, subject }
  const name = subject === undefined ? tenant : subject || 'no subject'
  const within: Record<string, string> = subject === undefined ? { tenant } : { tenant, subject }
  const here = { ...state, tenant, subject: subject ?? null }
  const isAbsent = details.isError && readApiError(details.error).code === 'NOT_FOUND'
  if (isAbsent) return <NoScope />
  return (
    <>
      <TopLine
        crumbs={
          subject === undefined
            ? [{ label: 'Scopes', href: '/scopes' }, { label: name }]
            : [{ label: 'Scopes', href: '/scopes' }, { label: tenant, href: scopeHref({ tenant }) }, { label: name }]
        }
        actions={
          <>
            <ScopeMenu tenant={tenant} subject={subject} />
            <LinkButton href={threadsHref(place)} variant="main">
              Threads
            </LinkButton>
          </>
        }
      />
      <div className="min-h-0 overflow-y-auto">
        <HoldBanner tenant={tenant} subject={subject} />
        <OverviewFilters state={here} onChange={setState} hasScope={false} />
        <div className="mx-auto grid max-w-400 grid-cols-[minmax(0,1fr)] gap-8 px-4 py-5">
          {details.isPending ? <ListsSkeleton label="Loading the scope" lists={1} rows={3} /> : null}
          {details.isError && !details.data ? (
            <QueryError
              layout="inline"
              title="The scope could not be loaded"
              error={details.error}
              onRetry={() => void details.refetch()}
              isRetrying={details.isFetching}
            />
          ) : null}
          {details.data ? <ScopeFacts details={details.data} /> : null}
          {details.data ? <AttentionList signals={details.data.signals} within={within} /> : null}
          <ActivityPanel state={here} onChange={setState} />
          {details.data ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
              <ScopeThreads tenant={tenant} subject={subject} />
              <BriefList
                title="Largest threads"
                threads={details.data.largest}
                show="tokens"
                allHref={`${threadsHref(place)}&sort=tokenCount.desc`}
                empty="A thread stands here a few seconds after its first message."
              />
              <ScopeAgents agents={details.data.agents} within={within} />
              <ScopeKeys tenant={tenant} subject={subject} />
            </div>
          ) : null}
        </div>
      </div>
    </>
  )
}

/** An address that no scope has. */
export function NoScope() {
  return (
    <>
      <TopLine crumbs={[{ label: 'Scopes', href: '/scopes' }, { label: 'Not found' }]} />
      <EmptyState
        title="There is no such scope"
        text="A tenant or subject stands here as long as it has threads, the trash included. The link may be old."
        action={
          <LinkButton href="/scopes" variant="main">
            All scopes
          </LinkButton>
        }
      />
    </>
  )
}
