'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { debounce, parseAsString, useQueryState } from 'nuqs'
import { useCallback, useMemo, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
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
import { trashColumns, trashGrid } from './trash-columns'

const PAGE = 100
const none: readonly ThreadView[] = []
const parseText = parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) })
const idOf = (thread: ThreadView) => thread.uid

/** The trash: what was deleted, when, and the way back. */
export function TrashView() {
  const trpc = useTRPC()
  const [q, setQ] = useQueryState('q', parseText)
  const [cursor, setCursor] = useState<string | null>(null)
  const text = useSettled(q.trim(), 250)
  const list = useInfiniteQuery(
    trpc.threads.list.infiniteQueryOptions(
      { scopePattern: { all: true }, deleted: true, text: text || undefined, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const threads = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const table = useTable({ features: listFeatures, columns: trashColumns, data: threads, getRowId: idOf })
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, fetchNextPage])
  const look = (thread: ThreadView) => setCursor(thread.uid)

  return (
    <>
      <TopLine
        crumbs={[{ label: 'Trash' }]}
        actions={
          <SearchField
            label="Search in the trash"
            value={q}
            onValueChange={(next) => void setQ(next || null)}
            className="max-sm:w-56"
          />
        }
      />
      {list.isPending ? (
        <ListSkeleton table={table} grid={trashGrid} label="Loading the trash" />
      ) : list.isError && threads.length === 0 ? (
        <div className="overflow-y-auto">
          <QueryError
            title="The trash could not be loaded"
            kept="What is in it stays in it."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        </div>
      ) : threads.length > 0 ? (
        <ListTable
          label="Trash"
          noun="deleted thread"
          table={table}
          grid={trashGrid}
          total={hasNextPage ? undefined : threads.length}
          cursor={cursor}
          onCursorChange={setCursor}
          onActivate={look}
          onOpen={look}
          hasMore={hasNextPage}
          onLoadMore={loadMore}
          isStale={list.isPlaceholderData}
          tail={
            list.isFetchNextPageError ? (
              <div className="p-4">
                <QueryError
                  layout="inline"
                  title="The rest of the trash could not be loaded"
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
          {text ? (
            <NoMatchState
              title="Nothing deleted matches"
              filters={[{ label: 'text', value: text }]}
              onClear={() => void setQ(null)}
            />
          ) : (
            <EmptyState
              title="The trash is empty"
              text="A deleted thread is gone for agents at once and waits here, with its messages and tags, until it is restored."
              action={<LinkButton href="/threads">Go to threads</LinkButton>}
            />
          )}
        </div>
      )}
    </>
  )
}
