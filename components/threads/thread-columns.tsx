import { createColumnHelper } from '@tanstack/react-table'
import Link from 'next/link'
import type { ThreadView } from '@/server/schemas/threads'
import { titleOf } from '../conversation/thread-title'
import { threadHref } from '../data/scope-href'
import type { ListFeatures } from '../list/list-features'
import { SelectAll, SelectRow } from '../list/select-column'
import { MemoryBar } from '../memory-bar/memory-bar'
import { formatCount } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { detailOf } from './thread-text'

/** The columns as a grid; under 640 px a card: name and time, then details and the bar. */
export const threadGrid =
  'grid-cols-[36px_minmax(0,1fr)_76px] gap-x-2.5 sm:grid-cols-[26px_minmax(0,1fr)_minmax(106px,0.22fr)_minmax(124px,0.22fr)_56px] sm:gap-x-5 ps-4 max-sm:content-center max-sm:gap-y-0.5'

const helper = createColumnHelper<ListFeatures, ThreadView>()

/** Ids are those the API sorts by, where it does. */
export const threadColumns = helper.columns([
  helper.display({
    id: 'select',
    header: ({ table }) => <SelectAll table={table} noun="threads" />,
    cell: ({ row }) => <SelectRow row={row} name={titleOf(row.original)} />,
    meta: {
      className: 'relative z-1 max-sm:row-span-2',
      skeleton: <Skeleton className="size-4" />,
    },
  }),
  helper.accessor('title', {
    sortDescFirst: false,
    header: 'Thread',
    cell: ({ row }) => <NameCell thread={row.original} />,
    meta: {
      className: 'max-sm:row-span-2',
      skeleton: (
        <span className="grid gap-2">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-2.5 w-2/5" />
        </span>
      ),
    },
  }),
  helper.display({
    id: 'scope',
    header: 'Scope',
    cell: ({ row }) => (
      <>
        <span className="block truncate">{row.original.scope.tenant}</span>
        <span className="block truncate font-mono text-11/4 text-ink-3">
          {row.original.scope.subject || 'no subject'}
        </span>
      </>
    ),
    meta: {
      className: 'max-sm:hidden',
      skeleton: (
        <span className="grid gap-2">
          <Skeleton className="w-14" />
          <Skeleton className="h-2.5 w-18" />
        </span>
      ),
    },
  }),
  helper.accessor('tokenCount', {
    header: 'Memory',
    sortDescFirst: true,
    cell: ({ row }) => <MemoryCell thread={row.original} />,
    meta: {
      className: 'max-sm:col-start-3 max-sm:row-start-2',
      skeleton: (
        <span className="grid gap-2 max-sm:w-19">
          <Skeleton className="h-1.5" />
          <Skeleton className="h-2.5 w-2/3 max-sm:hidden" />
        </span>
      ),
    },
  }),
  helper.accessor('lastMessageAt', {
    header: 'Active',
    sortDescFirst: true,
    cell: ({ row }) => <Time value={row.original.lastMessageAt ?? row.original.createdAt} />,
    meta: {
      className: 'relative z-1 text-end text-ink-2 max-sm:col-start-3 max-sm:row-start-1 max-sm:text-12',
      headClassName: 'justify-end *:flex-row-reverse',
      skeleton: <Skeleton className="ms-auto w-10" />,
    },
  }),
])

function NameCell({ thread }: { thread: ThreadView }) {
  return (
    <>
      <Link
        href={threadHref(thread.uid)}
        prefetch={false}
        tabIndex={-1}
        data-row-link=""
        className="block truncate font-medium outline-none after:absolute after:inset-0"
      >
        {titleOf(thread)}
      </Link>
      <span className="block truncate text-12/4 text-ink-3">
        <span className="sm:hidden">
          {thread.scope.tenant}
          {thread.scope.subject ? ` / ${thread.scope.subject}` : ''} ·{' '}
        </span>
        {detailOf(thread)}
      </span>
    </>
  )
}

function MemoryCell({ thread }: { thread: ThreadView }) {
  return (
    <span className="relative z-1 block">
      <MemoryBar
        segments={thread.seen?.segments ?? []}
        total={thread.tokenCount}
        seenMessages={thread.seen?.messages}
        totalMessages={thread.messageCount}
        seenTokens={thread.seen?.tokens}
      />
      <span className="mt-0.5 flex justify-between gap-2 text-12/4 text-ink-3 tabular-nums max-sm:hidden">
        <span className="truncate">{formatCount(thread.tokenCount)} tokens</span>
        <span title="messages">{formatCount(thread.messageCount)}</span>
      </span>
    </span>
  )
}
