'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { parseAsString, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import type { EntryView } from '@/server/schemas/memory'
import type { ThreadView } from '@/server/schemas/threads'
import { AbsentThread } from '../conversation/absent-thread'
import { FoldMemory } from '../conversation/fold-memory'
import { titleOf } from '../conversation/thread-title'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { TopLine } from '../shell/top-line'
import { TagsChoice } from '../threads/tags-choice'
import { describeTags } from '../threads/thread-filters'
import { filterParsers } from '../threads/thread-search'
import { LinkButton } from '../ui/button'
import { classNames } from '../ui/class-names'
import { EmptyState } from '../ui/empty-state'
import { FilterChip } from '../ui/filter-chip'
import { NoMatchState } from '../ui/no-match-state'
import { SkeletonRows } from '../ui/skeleton'
import { entriesGrid, entryColumns } from './entry-columns'
import { EntryInspector } from './entry-inspector'

const PAGE = 50
const none: readonly EntryView[] = []
const idOf = (entry: EntryView) => entry.id

/** The entries of a thread as the contract has them: each write, filtered by tags, one of them beside the list. */
export function EntriesPage({ uid }: { uid: string }) {
  const trpc = useTRPC()
  const thread = useQuery(trpc.threads.get.queryOptions({ uid }))
  const code = thread.error ? readApiError(thread.error).code : null
  if (code === 'NOT_FOUND' || code === 'INVALID_INPUT') return <AbsentThread uid={uid} />
  if (thread.data) {
    return (
      <FoldMemory key={uid}>
        <Entries thread={thread.data} />
      </FoldMemory>
    )
  }
  return (
    <>
      <TopLine crumbs={[{ label: 'Threads', href: '/threads' }, { label: 'Entries' }]} />
      {thread.isPending ? (
        <SkeletonRows rows={8} label="Loading entries" />
      ) : (
        <QueryError
          title="The thread could not be loaded"
          error={thread.error}
          onRetry={() => void thread.refetch()}
          isRetrying={thread.isFetching}
        />
      )}
    </>
  )
}

function Entries({ thread }: { thread: ThreadView }) {
  const trpc = useTRPC()
  const { threadId, scope } = thread
  const [tag, setTag] = useQueryState('tag', filterParsers.tag)
  const [entryId, setEntryId] = useQueryState('entry', parseAsString)
  const tags = tag.length > 0 ? Object.fromEntries(tag.map(({ key, value }) => [key, value])) : undefined
  const list = useInfiniteQuery(
    trpc.memory.entries.infiniteQueryOptions(
      { threadId, scope, tags, order: 'desc', limit: PAGE, withMessages: false },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const table = useTable({ features: listFeatures, columns: entryColumns, data: entries, getRowId: idOf })
  const look = ({ id }: EntryView) => void setEntryId(id)
  const close = () => void setEntryId(null)
  const isFiltered = tag.length > 0
  return (
    <>
      <TopLine
        crumbs={[
          { label: 'Threads', href: '/threads' },
          { label: titleOf(thread), href: threadHref(thread.uid) },
          { label: 'Entries' },
        ]}
        actions={
          <FilterChip label="tags" value={describeTags({ tag })} onClear={() => void setTag(null)}>
            <TagsChoice of="An entry" tags={tag} onChange={(next) => void setTag(next.length > 0 ? next : null)} />
          </FilterChip>
        }
      />
      <div className={classNames('relative grid min-h-0', entryId !== null && 'xl:grid-cols-[minmax(0,1fr)_456px]')}>
        <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)]">
          <EndlessList
            query={list}
            words={{
              loading: 'Loading entries',
              failed: 'The entries could not be loaded',
              nextFailed: 'The earlier entries could not be loaded',
            }}
            label="Entries"
            noun="entry"
            table={table}
            grid={entriesGrid}
            total={list.hasNextPage ? undefined : entries.length}
            cursor={entryId}
            onCursorChange={(id) => void setEntryId(id)}
            onActivate={look}
            onOpen={look}
            onEscape={close}
            empty={
              isFiltered ? (
                <NoMatchState
                  title="No entry has these tags"
                  filters={tag.map(({ key, value }) => ({ label: key, value }))}
                  onClear={() => void setTag(null)}
                />
              ) : (
                <EmptyState
                  title="Nothing was written yet"
                  text="Each write of an agent is an entry: the messages that were new, its tags, the facts of its run, and what it had read before."
                  action={<LinkButton href={threadHref(thread.uid)}>Go to the thread</LinkButton>}
                />
              )
            }
          />
        </div>
        {entryId === null ? null : <EntryInspector thread={thread} entryId={entryId} onClose={close} />}
      </div>
    </>
  )
}
