'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { roleWords, tenantWords } from '../members/member-words'
import { TopLine } from '../shell/top-line'
import { Skeleton } from '../ui/skeleton'
import { NameForm } from './name-form'
import { OwnSessions } from './own-sessions'
import { PasswordForm } from './password-form'

/** One's own account: who one is here, the password, and where one is signed in. */
export function AccountPage() {
  const trpc = useTRPC()
  const viewer = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  return (
    <>
      <TopLine crumbs={[{ label: 'Your account' }]} />
      <div className="overflow-y-auto">
        <div className="mx-auto grid max-w-160 grid-cols-[minmax(0,1fr)] gap-8 px-4 py-6">
          {viewer.isError && !viewer.data ? (
            <QueryError
              layout="inline"
              title="Your account could not be loaded"
              error={viewer.error}
              onRetry={() => void viewer.refetch()}
              isRetrying={viewer.isFetching}
            />
          ) : null}
          {viewer.isPending ? (
            <div role="status" className="grid gap-3">
              <span className="sr-only">Loading your account</span>
              <Skeleton className="h-9" />
              <Skeleton className="h-9" />
            </div>
          ) : null}
          {viewer.data ? (
            <section aria-label="You" className="grid gap-4">
              <NameForm key={viewer.data.name} name={viewer.data.name} />
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-13 [&_dt]:text-ink-2">
                <dt>E-mail</dt>
                <dd className="wrap-anywhere">{viewer.data.email}</dd>
                <dt>Role</dt>
                <dd>
                  {roleWords[viewer.data.role].label}
                  <span className="block text-12 text-ink-3">{roleWords[viewer.data.role].description}</span>
                </dd>
                <dt>Sees</dt>
                <dd className="wrap-anywhere">{tenantWords(viewer.data.tenants)}</dd>
              </dl>
              <p className="text-12 text-ink-3">An admin changes what you may do.</p>
            </section>
          ) : null}
          <PasswordForm email={viewer.data?.email} />
          <OwnSessions />
        </div>
      </div>
    </>
  )
}
