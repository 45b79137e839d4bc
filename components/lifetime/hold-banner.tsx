'use client'

import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import { LiftHoldDialog } from './lift-hold-dialog'

/** Says that a tenant or a subject is under legal hold, since when and why; nothing where it is not. */
export function HoldBanner({ tenant, subject }: { tenant: string; subject: string | undefined }) {
  const trpc = useTRPC()
  const { manage } = usePermissions()
  const { data } = useQuery(trpc.holds.standing.queryOptions({ tenant, subject }))
  const [lifting, setLifting] = useState<string | null>(null)
  if (!data || data.items.length === 0) return null
  return (
    <>
      <ul aria-label="Legal holds" className="border-line border-b bg-pick">
        {data.items.map((hold) => (
          <li key={hold.id} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-13">
            <Scale aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.5} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b className="font-medium">
                {hold.subject === null && subject !== undefined ? 'The tenant is under legal hold' : 'Under legal hold'}
              </b>{' '}
              since {hold.placedAt.slice(0, 10)}: {hold.reason}
              <span className="block text-12 text-ink-2">Nothing of it is purged, erased or redacted.</span>
            </span>
            {manage ? (
              <Button size="small" onClick={() => setLifting(hold.id)}>
                Lift the hold
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <LiftHoldDialog id={lifting} onClose={() => setLifting(null)} />
    </>
  )
}
