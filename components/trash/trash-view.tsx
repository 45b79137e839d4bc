'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { debounce, parseAsString, useQueryState } from 'nuqs'
import { useMemo, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPC } from '../data/trpc'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
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
  const threads = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const table = useTable({ features: listFeatures, columns: trashColumns, data: threads, getRowId: idOf })
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
      <EndlessList
        query={list}
        words={{
          loading: 'Loading the trash',
          failed: 'The trash could not be loaded',
          kept: 'What is in it stays in it.',
          nextFailed: 'The rest of the trash could not be loaded',
        }}
        label="Trash"
        noun="deleted thread"
        table={table}
        grid={trashGrid}
        total={list.hasNextPage ? undefined : threads.length}
        cursor={cursor}
        onCursorChange={setCursor}
        onActivate={look}
        onOpen={look}
        empty={
          text ? (
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
          )
        }
      />
    </>
  )
}
