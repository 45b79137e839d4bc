'use client'

import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Spinner } from '../ui/spinner'
import { tenantWords } from './audit-words'

/** Checks whether lines were changed or taken out; of one tenant where the list is filtered by one. */
export function ChainCheck({ tenant }: { tenant: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<ShieldCheck aria-hidden="true" strokeWidth={1.5} />} onClick={() => setIsOpen(true)}>
        Check the chain
      </Button>
      {isOpen ? (
        <Dialog
          open
          onOpenChange={setIsOpen}
          title="Is the chain whole?"
          description="Each line is sealed with the one before it, tenant by tenant. Whoever changes or takes out a line breaks the chain behind it."
        >
          <Result tenant={tenant} />
        </Dialog>
      ) : null}
    </>
  )
}

function Result({ tenant }: { tenant: string | null }) {
  const trpc = useTRPC()
  // Looked at anew each time it is asked for: an old answer says nothing.
  const check = useQuery(
    trpc.audit.checkChains.queryOptions(tenant === null ? {} : { tenant }, { gcTime: 0, staleTime: 0, retry: false }),
  )
  if (check.isPending) {
    return (
      <p role="status" className="flex items-center gap-2 text-13 text-ink-2">
        <Spinner /> Reading every line
      </p>
    )
  }
  if (check.isError) {
    return (
      <QueryError
        layout="inline"
        title="The chain could not be checked"
        error={check.error}
        onRetry={() => void check.refetch()}
        isRetrying={check.isFetching}
      />
    )
  }
  const { broken, chains, events } = check.data
  const where = tenant === null ? formatQuantity(chains, 'chain') : `the chain of ${tenantWords(tenant)}`
  if (broken.length === 0) {
    return (
      <p role="status" className="text-13">
        <b className="font-medium text-good">Whole.</b> {formatQuantity(events, 'line')} in {where} are as they were
        written.
      </p>
    )
  }
  return (
    <div role="status" className="grid gap-2 text-13">
      <p>
        <b className="font-medium text-bad">Broken.</b> Lines were changed or taken out behind the back of Loci.
      </p>
      <ul className="grid gap-1">
        {broken.map(({ tenant: name, number }) => (
          <li key={name} dir="auto" className="wrap-anywhere">
            {tenantWords(name)}: from number {formatCount(number)} on
          </li>
        ))}
      </ul>
    </div>
  )
}
