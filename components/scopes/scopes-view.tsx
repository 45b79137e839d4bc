'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { useRouter } from 'next/navigation'
import { debounce, parseAsString, useQueryState } from 'nuqs'
import { useCallback, useMemo, useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { listFeatures } from '../list/list-features'
import { ListSkeleton } from '../list/list-skeleton'
import { ListTable } from '../list/list-table'
import { useSettled } from '../list/use-settled'
import { TopLine } from '../shell/top-line'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoMatchState } from '../ui/no-match-state'
import { SearchField } from '../ui/search-field'
import { hrefOf, scopeColumns, scopeGrid } from './scope-columns'
import { groupByTenant, type ScopeRow } from './scope-rows'

const PAGE = 100
const parseText = parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) })
const idOf = (row: ScopeRow) => row.id

/** The scopes screen: who has threads, how many, and when something last happened there. */
export function ScopesView() {
  const trpc = useTRPC()
  const router = useRouter()
  const [q, setQ] = useQueryState('q', parseText)
  const [cursor, setCursor] = useState<string | null>(null)
  const text = useSettled(q.trim(), 250)
  const isFiltered = text !== ''
  const list = useInfiniteQuery(
    trpc.scopes.list.infiniteQueryOptions(
      { text: text || undefined, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const rows = useMemo(
    () => groupByTenant(list.data?.pages.flatMap((page) => page.items) ?? [], { hasMore: hasNextPage, isFiltered }),
    [list.data, hasNextPage, isFiltered],
  )
  const table = useTable({ features: listFeatures, columns: scopeColumns, data: rows, getRowId: idOf })
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, fetchNextPage])
  const open = (row: ScopeRow) => router.push(hrefOf(row))

  return (
    <>
      <TopLine
        crumbs={[{ label: 'Scopes' }]}
        actions={
          <SearchField
            label="Find a tenant or subject"
            value={q}
            onValueChange={(next) => void setQ(next || null)}
            className="max-sm:w-56"
          />
        }
      />
      {list.isPending ? (
        <ListSkeleton table={table} grid={scopeGrid} label="Loading scopes" />
      ) : list.isError && rows.length === 0 ? (
        <div className="overflow-y-auto">
          <QueryError
            title="The scopes could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        </div>
      ) : rows.length > 0 ? (
        <ListTable
          label="Scopes"
          noun="scope"
          table={table}
          grid={scopeGrid}
          total={hasNextPage ? undefined : rows.length}
          cursor={cursor}
          onCursorChange={setCursor}
          onActivate={open}
          onOpen={open}
          hasMore={hasNextPage}
          onLoadMore={loadMore}
          isStale={list.isPlaceholderData}
          tail={
            list.isFetchNextPageError ? (
              <div className="p-4">
                <QueryError
                  layout="inline"
                  title="The next scopes could not be loaded"
                  error={list.error}
                  onRetry={() => void fetchNextPage()}
                  isRetrying={isFetchingNextPage}
                />
              </div>
            ) : undefined
          }
        />
      ) : (
        <div className="overflow-y-auto">
          {isFiltered ? (
            <NoMatchState
              title="No scope matches"
              filters={[{ label: 'text', value: text }]}
              onClear={() => void setQ(null)}
            />
          ) : (
            <EmptyState
              title="No scopes yet"
              text="A scope is a tenant and a subject within it: a customer, a user, a device. It appears here with its first thread."
              action={
                <LinkButton href="/threads" variant="main">
                  Write the first thread
                </LinkButton>
              }
            />
          )}
        </div>
      )}
    </>
  )
}
