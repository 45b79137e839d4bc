'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { useRouter } from 'next/navigation'
import { debounce, parseAsString, useQueryState } from 'nuqs'
import { useMemo, useState } from 'react'
import { useTRPC } from '../data/trpc'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
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
  const { hasNextPage } = list
  const rows = useMemo(
    () => groupByTenant(list.data?.pages.flatMap((page) => page.items) ?? [], { hasMore: hasNextPage, isFiltered }),
    [list.data, hasNextPage, isFiltered],
  )
  const table = useTable({ features: listFeatures, columns: scopeColumns, data: rows, getRowId: idOf })
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
      <EndlessList
        query={list}
        words={{
          loading: 'Loading scopes',
          failed: 'The scopes could not be loaded',
          nextFailed: 'The next scopes could not be loaded',
        }}
        label="Scopes"
        noun="scope"
        table={table}
        grid={scopeGrid}
        total={hasNextPage ? undefined : rows.length}
        cursor={cursor}
        onCursorChange={setCursor}
        onActivate={open}
        onOpen={open}
        empty={
          isFiltered ? (
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
          )
        }
      />
    </>
  )
}
