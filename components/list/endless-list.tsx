'use client'

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { QueryError } from '../data/query-error'
import { ListSkeleton } from './list-skeleton'
import { ListTable, type ListTableProps } from './list-table'

/** What the list is read from: any endless query, whatever its items become as rows. */
type EndlessQuery = Pick<
  UseInfiniteQueryResult<unknown, unknown>,
  | 'isPending'
  | 'isError'
  | 'error'
  | 'isFetching'
  | 'isPlaceholderData'
  | 'isFetchNextPageError'
  | 'hasNextPage'
  | 'isFetchingNextPage'
> & {
  refetch: () => Promise<unknown>
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>
}

/** What is said of it; `next` of the page after those that are shown. */
interface ListWords {
  loading: string
  failed: string
  kept?: string
  nextFailed: string
  nextKept?: string
}

export interface EndlessListProps<Row extends object>
  extends Omit<ListTableProps<Row>, 'hasMore' | 'onLoadMore' | 'tail' | 'isStale'> {
  query: EndlessQuery
  words: ListWords
  /** In place of the list when nothing is in it: no match, or the next step. */
  empty: ReactNode
}

/** A list that grows as one scrolls, in its four states: loading, empty, failed, there. */
export function EndlessList<Row extends object>({ query, words, empty, ...table }: EndlessListProps<Row>) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, fetchNextPage])
  const hasRows = table.table.getRowModel().rows.length > 0

  if (query.isPending) return <ListSkeleton table={table.table} grid={table.grid} label={words.loading} />
  if (!hasRows) {
    return (
      <div className="overflow-y-auto">
        {query.isError ? (
          <QueryError
            title={words.failed}
            kept={words.kept}
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          empty
        )}
      </div>
    )
  }
  return (
    <ListTable
      {...table}
      hasMore={hasNextPage}
      onLoadMore={loadMore}
      isStale={query.isPlaceholderData}
      tail={
        query.isFetchNextPageError ? (
          <div className="p-4">
            <QueryError
              layout="inline"
              title={words.nextFailed}
              kept={words.nextKept}
              error={query.error}
              onRetry={() => void fetchNextPage()}
              isRetrying={isFetchingNextPage}
            />
          </div>
        ) : undefined
      }
    />
  )
}
