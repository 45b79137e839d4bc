'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HoldView } from '@/server/schemas/holds'
import { QueryError } from '../data/query-error'
import { scopeHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { Button, LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Link } from '../ui/link'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { LiftHoldDialog } from './lift-hold-dialog'

/** What is under legal hold, and what was. */
export function HoldsList() {
  const trpc = useTRPC()
  const holds = useQuery(trpc.holds.list.queryOptions())
  const [lifting, setLifting] = useState<string | null>(null)
  if (holds.isPending) return <SkeletonRows rows={5} label="Loading the holds" />
  if (holds.isError && !holds.data) {
    return (
      <QueryError
        title="The holds could not be loaded"
        error={holds.error}
        onRetry={() => void holds.refetch()}
        isRetrying={holds.isFetching}
      />
    )
  }
  if (holds.data.items.length === 0) {
    return (
      <EmptyState
        title="Nothing is under legal hold"
        text="A hold keeps a tenant or a subject from being purged, erased or redacted, until it is lifted. Place one from the menu on its page."
        action={
          <LinkButton href="/scopes" variant="main">
            All scopes
          </LinkButton>
        }
      />
    )
  }
  return (
    <>
      <ul aria-label="Legal holds" className="mx-auto w-full max-w-240 px-4 py-3">
        {holds.data.items.map((hold) => (
          <HoldRow key={hold.id} hold={hold} onLift={() => setLifting(hold.id)} />
        ))}
      </ul>
      <LiftHoldDialog id={lifting} onClose={() => setLifting(null)} />
    </>
  )
}

function HoldRow({ hold, onLift }: { hold: HoldView; onLift: () => void }) {
  const { tenant, subject, reason, placedBy, placedAt, liftedBy, liftedAt } = hold
  const name = subject === null ? `all of ${tenant}` : `${tenant} / ${subject || 'no subject'}`
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
      <span className="min-w-0 flex-1">
        <Link
          href={scopeHref({ tenant, subject: subject ?? undefined })}
          dir="auto"
          className="inline-flex min-h-6 max-w-full items-center truncate font-medium underline-offset-2 hover:underline"
        >
          {name}
        </Link>
        <span className="block wrap-anywhere text-12 text-ink-2">{reason}</span>
      </span>
      <span className="text-12 text-ink-2">
        <span className="block">
          since <Time value={placedAt} />, by {placedBy}
        </span>
        {liftedAt === null ? null : (
          <span className="block text-ink-3">
            lifted <Time value={liftedAt} />, by {liftedBy}
          </span>
        )}
      </span>
      {liftedAt === null ? (
        <Button size="small" onClick={onLift} aria-label={`Lift the hold on ${name}`}>
          Lift
        </Button>
      ) : null}
    </li>
  )
}
