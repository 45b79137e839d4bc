'use client'

import { type RowSelectionState, type SortingState, useTable } from '@tanstack/react-table'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { type ThreadSort, ThreadSortKey, type ThreadView } from '@/server/schemas/threads'
import { threadHref } from '../data/scope-href'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { useMediaQuery } from '../list/use-media-query'
import { TopLine } from '../shell/top-line'
import { classNames } from '../ui/class-names'
import { NoMatchState } from '../ui/no-match-state'
import { formatCount } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import { BulkBar } from './bulk-bar'
import { FilterBar } from './filter-bar'
import { FirstThread } from './first-thread'
import { SortMenu } from './sort-menu'
import { threadColumns, threadGrid } from './thread-columns'
import { describeFilters, describeScope } from './thread-filters'
import { ThreadPeek } from './thread-peek'
import { useThreadActions } from './use-thread-actions'
import { useThreadSearch } from './use-thread-search'
import { useThreads } from './use-threads'

const noSelection: RowSelectionState = {}
const idOf = (thread: ThreadView) => thread.uid

/** The threads screen: filters, the list, and the thread that is looked at beside it. */
export function ThreadsView() {
  const router = useRouter()
  const { search, setSearch, clearFilters } = useThreadSearch()
  const { list, threads, isFiltered, count, total } = useThreads(search)
  const { remove } = useThreadActions()
  const canPeek = useMediaQuery('(min-width: 1280px)')
  const [selection, setSelection] = useState(noSelection)
  const [cursor, setCursor] = useState<string | null>(search.peek)
  const sorting = useMemo<SortingState>(
    () => [{ id: search.sort.by, desc: search.sort.order === 'desc' }],
    [search.sort.by, search.sort.order],
  )
  const sort = (next: ThreadSort) => setSearch({ sort: next })

  const table = useTable({
    features: listFeatures,
    columns: threadColumns,
    data: threads,
    getRowId: idOf,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { rowSelection: selection, sorting },
    onRowSelectionChange: setSelection,
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      const by = ThreadSortKey.safeParse(next?.id)
      if (next && by.success) sort({ by: by.data, order: next.desc ? 'desc' : 'asc' })
    },
  })
  const selected = useMemo(() => threads.filter((thread) => selection[thread.uid]), [threads, selection])
  const clearSelection = () => setSelection(noSelection)

  const open = (thread: ThreadView) => router.push(threadHref(thread.uid))
  const look = (uid: string | null) => {
    if (uid) setCursor(uid)
    setSearch({ peek: uid })
  }
  const deleteLookedAt = (thread: ThreadView) => {
    const place = threads.findIndex((each) => each.uid === thread.uid)
    const next = threads[place + 1] ?? threads[place - 1]
    look(next?.uid ?? null)
    void remove([thread])
  }
  const forgetSelected = () => {
    if (search.peek && selection[search.peek]) look(null)
    clearSelection()
  }
  const leave = () => (selected.length > 0 ? clearSelection() : look(null))
  const isEmpty = list.isSuccess && threads.length === 0
  const place = describeScope(search)

  return (
    <>
      <TopLine
        crumbs={place ? [{ label: 'Threads', href: '/threads' }, { label: place }] : [{ label: 'Threads' }]}
        actions={
          <>
            <SearchField
              label="Search in messages"
              value={search.q}
              onValueChange={(q) => setSearch({ q })}
              className="max-sm:w-44"
            />
            <SortMenu sort={search.sort} onSort={sort} />
          </>
        }
      />
      <div className={classNames('relative grid min-h-0', search.peek && 'xl:grid-cols-[minmax(0,1fr)_456px]')}>
        <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] border-line bg-panel not-empty:border-b *:col-start-1 *:row-start-1">
            {isEmpty && !isFiltered ? null : (
              <div className={classNames('min-w-0', selected.length > 0 && 'invisible')}>
                <FilterBar
                  search={search}
                  setSearch={setSearch}
                  count={<MatchCount count={count} total={total} isFiltered={isFiltered} />}
                />
              </div>
            )}
            {selected.length > 0 ? (
              <BulkBar threads={selected} onClear={clearSelection} onDelete={forgetSelected} />
            ) : null}
          </div>
          <EndlessList
            query={list}
            words={{
              loading: 'Loading threads',
              failed: 'The threads could not be loaded',
              kept: 'Your filters are kept.',
              nextFailed: 'The next threads could not be loaded',
              nextKept: `The ${formatCount(threads.length)} above are complete.`,
            }}
            label="Threads"
            noun="thread"
            table={table}
            grid={threadGrid}
            total={count?.capped ? undefined : count?.count}
            cursor={cursor}
            onCursorChange={(uid) => (search.peek && canPeek ? look(uid) : setCursor(uid))}
            onActivate={(thread) => (canPeek ? look(thread.uid) : open(thread))}
            onOpen={open}
            onEscape={leave}
            canSelect
            arrangement={JSON.stringify([search.sort, describeFilters(search)])}
            empty={
              isFiltered ? (
                <NoMatchState
                  title="No thread matches"
                  text={total ? `${countText(total)} threads without filters.` : undefined}
                  filters={describeFilters(search)}
                  onClear={clearFilters}
                />
              ) : (
                <FirstThread />
              )
            }
          />
        </div>
        {search.peek ? (
          <ThreadPeek
            uid={search.peek}
            listed={threads.find((thread) => thread.uid === search.peek)}
            onClose={() => look(null)}
            onDelete={deleteLookedAt}
          />
        ) : null}
      </div>
    </>
  )
}

interface CountView {
  count: number
  capped: boolean
}

function countText({ count, capped }: CountView): string {
  return formatCount(count, capped ? count : undefined)
}

/** `1,284 of 48,210`; counting stops at a cap, which reads `10,000+`. */
function MatchCount(props: { count?: CountView; total?: CountView; isFiltered: boolean }) {
  const { count, total, isFiltered } = props
  if (!count) return <span className="sr-only">Counting</span>
  if (!isFiltered) return <>{countText(count)}</>
  return (
    <>
      {countText(count)}
      {total ? ` of ${countText(total)}` : ''}
    </>
  )
}
