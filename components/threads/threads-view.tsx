'use client'

import { type RowSelectionState, type SortingState, useTable } from '@tanstack/react-table'
import { useRouter } from 'next/navigation'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import { type ThreadSort, ThreadSortKey, type ThreadView } from '@/server/schemas/threads'
import { threadHref } from '../data/scope-href'
import { usePermissions } from '../data/use-permissions'
import { useStartDuplicates } from '../duplicates/use-start-duplicates'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { NewsPill } from '../list/news-pill'
import { useMediaQuery } from '../list/use-media-query'
import { TopLine } from '../shell/top-line'
import { classNames } from '../ui/class-names'
import { NoMatchState } from '../ui/no-match-state'
import { formatCount } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import { BulkBar } from './bulk-bar'
import { boundWidth, columnWidths, gridOf, resizeColumn, usualColumns } from './column-layout'
import { ColumnsMenu } from './columns-menu'
import { FilterBar } from './filter-bar'
import { FirstThread } from './first-thread'
import { JobBar } from './job-bar'
import { MatchingBar } from './matching-bar'
import { SortMenu } from './sort-menu'
import { threadColumnsOf, threadGrid } from './thread-columns'
import { describeFilters, describeScope } from './thread-filters'
import { ThreadPeek } from './thread-peek'
import { type Matching, useMatchingJob } from './use-matching-job'
import { useThreadActions } from './use-thread-actions'
import { useThreadSearch } from './use-thread-search'
import { useThreadViews } from './use-thread-views'
import { useThreads } from './use-threads'
import { ViewChanges } from './view-changes'
import { ViewMenu } from './view-menu'

const noSelection: RowSelectionState = {}
const idOf = (thread: ThreadView) => thread.uid

/** The threads screen: filters, the list, and the thread that is looked at beside it. */
export function ThreadsView() {
  const router = useRouter()
  const may = usePermissions()
  const { search, isBare, setSearch, clearFilters } = useThreadSearch()
  const views = useThreadViews({ search, isBare, setSearch })
  const { input, list, news, threads, isFiltered, count, total } = useThreads(search, { isWaiting: views.isSettling })
  const { remove } = useThreadActions()
  const canPeek = useMediaQuery('(min-width: 1280px)')
  const [selection, setSelection] = useState(noSelection)
  const [cursor, setCursor] = useState<string | null>(search.peek)
  // Counts how often the list was asked for anew, so that it begins at its top then.
  const [round, setRound] = useState(0)
  const sorting = useMemo<SortingState>(
    () => [{ id: search.sort.by, desc: search.sort.order === 'desc' }],
    [search.sort.by, search.sort.order],
  )
  const sort = (next: ThreadSort) => setSearch({ sort: next })
  const shown = search.cols ?? usualColumns
  const columns = useMemo(() => threadColumnsOf(shown), [shown])
  const listPane = useRef<HTMLDivElement>(null)
  const sizing = {
    bounds: columnWidths,
    isSized: (id: string) => id !== 'select' && id !== 'title',
    // Straight into the page: a drag moves each row that is in sight, and renders none.
    onPreview: (id: string, width: number) => {
      const { tracks } = gridOf(resizeColumn(shown, id, width))
      listPane.current?.style.setProperty('--list-columns', tracks)
    },
    onResize: (id: string, width: number) => setSearch({ cols: resizeColumn(shown, id, boundWidth(width)) }),
  }
  const keepOn = ({ id }: { id: string }) => setSearch({ view: id, sort: search.sort })

  const table = useTable({
    features: listFeatures,
    columns,
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
  const job = useMatchingJob()
  // The filter that was chosen; another one is not meant by it.
  const [chosen, setChosen] = useState<typeof input | null>(null)
  const duplicates = useStartDuplicates()
  const matching = chosen === input ? matchingOf(input) : null
  const clearAll = () => {
    setChosen(null)
    clearSelection()
  }
  const isAllLoaded = selected.length > 0 && selected.length === threads.length
  const isMore = isAllLoaded && count !== undefined && (count.capped || count.count > threads.length)

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
  const lookAtNext = () => {
    const place = threads.findIndex((each) => each.uid === search.peek)
    look(threads[place + 1]?.uid ?? null)
  }
  const forgetSelected = () => {
    if (search.peek && selection[search.peek]) look(null)
    clearSelection()
  }
  const leave = () => (selected.length > 0 || chosen ? clearAll() : look(null))
  const isEmpty = list.isSuccess && threads.length === 0
  const place = describeScope(search)

  return (
    <>
      <TopLine
        crumbs={place ? [{ label: 'Threads', href: '/threads' }, { label: place }] : [{ label: 'Threads' }]}
        actions={
          <>
            <ViewMenu
              views={views}
              search={search}
              onSaved={keepOn}
              onFindDuplicates={() => duplicates.mutate(matchingOf(input))}
            />
            {may.view && !may.read ? null : (
              <SearchField
                label="Search in messages"
                value={search.q}
                onValueChange={(q) => setSearch({ q })}
                className="max-sm:w-36"
              />
            )}
            <SortMenu sort={search.sort} onSort={sort} />
            <ColumnsMenu columns={shown} onChange={(cols) => setSearch({ cols })} />
          </>
        }
      />
      <div className={classNames('relative grid min-h-0', search.peek && 'xl:grid-cols-[minmax(0,1fr)_456px]')}>
        <div
          ref={listPane}
          style={gridStyle(gridOf(shown))}
          className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] border-line bg-panel not-empty:border-b *:col-start-1 *:row-start-1">
            {isEmpty && !isFiltered ? null : (
              <div className={classNames('min-w-0', (job.running || matching || selected.length > 0) && 'invisible')}>
                <FilterBar
                  search={search}
                  setSearch={setSearch}
                  changes={<ViewChanges views={views} search={search} onSaved={keepOn} />}
                  count={<MatchCount count={count} total={total} isFiltered={isFiltered} />}
                />
              </div>
            )}
            {job.running ? (
              <JobBar {...job.running} onStop={() => void job.stop()} />
            ) : matching ? (
              <MatchingBar matching={matching} job={job} onClear={clearAll} />
            ) : selected.length > 0 ? (
              <BulkBar
                threads={selected}
                all={
                  isMore
                    ? { label: `Select all ${countText(count)} that match`, onSelect: () => setChosen(input) }
                    : undefined
                }
                onClear={clearSelection}
                onDelete={forgetSelected}
              />
            ) : null}
          </div>
          <div className="relative grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]">
            <NewsPill
              label={news.label}
              onShow={() => {
                setRound(round + 1)
                void news.show()
              }}
            />
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
              sizing={sizing}
              total={count?.capped ? undefined : count?.count}
              cursor={cursor}
              onCursorChange={(uid) => (search.peek && canPeek ? look(uid) : setCursor(uid))}
              onActivate={(thread) => (canPeek ? look(thread.uid) : open(thread))}
              onOpen={open}
              onEscape={leave}
              canSelect
              arrangement={JSON.stringify([search.sort, describeFilters(search), round])}
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
        </div>
        {search.peek ? (
          <ThreadPeek
            uid={search.peek}
            listed={threads.find((thread) => thread.uid === search.peek)}
            onClose={() => look(null)}
            onDelete={deleteLookedAt}
            onNext={lookAtNext}
          />
        ) : null}
      </div>
    </>
  )
}

/** The list's filter, as operations on all that match take it. */
function matchingOf(input: ReturnType<typeof useThreads>['input']): Matching {
  const { scope, scopePattern, ...filters } = { scope: undefined, scopePattern: undefined, ...input }
  return { scope, scopePattern, filters }
}

/** The list's grid, for the rows below. */
function gridStyle({ tracks, least }: { tracks: string; least: number }): CSSProperties {
  // The type of styles knows no custom properties.
  return { '--list-columns': tracks, '--list-least': `${least}px` } as CSSProperties
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
