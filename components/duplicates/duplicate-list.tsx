'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import type { DuplicateView } from '@/server/schemas/duplicates'
import { repairHref } from '../compare/compare-href'
import { useTRPC } from '../data/trpc'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { formatQuantity } from '../ui/number-format'
import { duplicateColumns, duplicatesGrid } from './duplicate-columns'

const none: readonly DuplicateView[] = []
const idOf = ({ thread }: DuplicateView) => thread.uid

/** What a search has found, the surest and largest first; a row leads to its repair. */
export function DuplicateList({ jobId }: { jobId: string }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [cursor, setCursor] = useState<string | null>(null)
  const list = useInfiniteQuery(
    trpc.threads.duplicates.infiniteQueryOptions({ jobId }, { getNextPageParam: (page) => page.nextCursor }),
  )
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const table = useTable({ features: listFeatures, columns: duplicateColumns, data: rows, getRowId: idOf })
  const open = ({ thread }: DuplicateView) => router.push(repairHref(thread.uid))
  const told = list.data?.pages[0]
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <p role="status" className="border-line border-b px-4 py-2 text-12 text-ink-2 tabular-nums">
        {told
          ? `${formatQuantity(told.found, 'thread')} of ${formatQuantity(told.threads, 'thread')}${
              told.tooLong > 0 ? `; ${formatQuantity(told.tooLong, 'thread')} too long to be looked through` : ''
            }`
          : 'Loading what was found'}
      </p>
      <EndlessList
        query={list}
        words={{
          loading: 'Loading duplicates',
          failed: 'The duplicates could not be loaded',
          nextFailed: 'The rest of the duplicates could not be loaded',
        }}
        label="Duplicates"
        noun="thread"
        table={table}
        grid={duplicatesGrid}
        total={list.hasNextPage ? undefined : rows.length}
        cursor={cursor}
        onCursorChange={setCursor}
        onActivate={open}
        onOpen={open}
        empty={
          <EmptyState
            title="No history was stored twice"
            text="No whole turn comes again where it stood last. Turns that come again elsewhere are left alone: they can be real."
            action={<LinkButton href="/threads">Go to threads</LinkButton>}
          />
        }
      />
    </div>
  )
}
