'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ReceiptView } from '@/server/schemas/erasures'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button, LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { NoMatchState } from '../ui/no-match-state'
import { formatQuantity } from '../ui/number-format'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { ReceiptDialog } from './receipt-dialog'

interface Subject {
  tenant: string
  subject: string
}

/** Receipts of what was erased. They name nobody; whose one is, is found by the name. */
export function ReceiptsList() {
  const trpc = useTRPC()
  // Kept in the page alone: an address would hold the name of somebody who was erased.
  const [whose, setWhose] = useState<Subject | null>(null)
  const [shown, setShown] = useState<ReceiptView | null>(null)
  const list = useInfiniteQuery(
    trpc.erasures.receipts.infiniteQueryOptions(whose ?? {}, { getNextPageParam: (page) => page.nextCursor }),
  )
  const receipts = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isEmpty = list.isSuccess && receipts.length === 0
  if (isEmpty && whose === null) {
    return (
      <EmptyState
        title="Nothing was erased yet"
        text="An erasure removes all of one subject, with all that was made from it, and leaves a receipt here: what went, when, and who did it. Begin one from the menu on the subject's page."
        action={
          <LinkButton href="/scopes" variant="main">
            All scopes
          </LinkButton>
        }
      />
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-3 px-4 py-3">
      <FindForm key={whose === null ? 'all' : 'one'} whose={whose} onFind={setWhose} />
      {list.isPending ? <SkeletonRows rows={6} label="Loading the receipts" /> : null}
      {list.isError && !list.data ? (
        <QueryError
          layout="inline"
          title="The receipts could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : null}
      {isEmpty && whose ? (
        <NoMatchState
          title="No receipt of that subject"
          filters={[
            { label: 'tenant', value: whose.tenant },
            { label: 'subject', value: whose.subject || 'none' },
          ]}
          text="It was not erased, or its name was another one. Names have to be given exactly."
          onClear={() => setWhose(null)}
        />
      ) : null}
      <ul aria-label="Receipts">
        {receipts.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} onShow={() => setShown(receipt)} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="justify-self-start"
        >
          Show more
        </Button>
      ) : null}
      <ReceiptDialog receipt={shown} onClose={() => setShown(null)} />
    </div>
  )
}

function ReceiptRow({ receipt, onShow }: { receipt: ReceiptView; onShow: () => void }) {
  const { tenant, subjectHash, erasedAt, erasedBy, places, isGenuine } = receipt
  const rows = places.reduce((sum, { before }) => sum + before, 0)
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          A subject of {tenant} <span className="font-mono font-normal text-12 text-ink-3">{subjectHash}</span>
        </span>
        <span className="block text-12 text-ink-2">
          {formatQuantity(rows, 'row')} erased <Time value={erasedAt} />, by {erasedBy}
          {isGenuine ? '' : '. The proof does not fit: this receipt was changed.'}
        </span>
      </span>
      <Button size="small" onClick={onShow} aria-label={`Receipt ${subjectHash}`}>
        Receipt
      </Button>
    </li>
  )
}

function FindForm({ whose, onFind }: { whose: Subject | null; onFind: (whose: Subject | null) => void }) {
  const [tenant, setTenant] = useState(whose?.tenant ?? '')
  const [subject, setSubject] = useState(whose?.subject ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(tenant === '' ? null : { tenant, subject })
  }
  return (
    <form onSubmit={submit} aria-label="Find the receipt of a subject" className="flex flex-wrap items-end gap-2">
      <Field label="Tenant" className="w-44">
        <Input value={tenant} onValueChange={setTenant} autoComplete="off" />
      </Field>
      <Field label="Subject" className="w-56">
        <Input value={subject} onValueChange={setSubject} autoComplete="off" />
      </Field>
      <Button type="submit" disabled={tenant === ''}>
        Find its receipt
      </Button>
      {whose ? (
        <Button variant="bare" onClick={() => onFind(null)}>
          All receipts
        </Button>
      ) : null}
    </form>
  )
}
