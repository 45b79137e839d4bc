import { createColumnHelper } from '@tanstack/react-table'
import type { ThreadView } from '@/server/schemas/threads'
import { titleOf } from '../conversation/thread-title'
import { threadHref } from '../data/scope-href'
import type { ListColumnMeta, ListFeatures } from '../list/list-features'
import { SelectAll, SelectRow } from '../list/select-column'
import { MemoryBar } from '../memory-bar/memory-bar'
import { outcomeWords, StatusMark, statusWords } from '../review/status-mark'
import { OwnWindowMark } from '../studio/own-window-mark'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import type { ShownColumn } from './column-layout'
import { SignalMarks } from './signal-marks'
import { spellTag } from './tag-text'
import { detailOf } from './thread-text'

/** The columns as a grid, from `--list-columns`; under 640 px a card: name and time, then details and the bar. */
export const threadGrid =
  'grid-cols-[36px_minmax(0,1fr)_76px] gap-x-2.5 sm:grid-cols-(--list-columns) sm:gap-x-5 ps-4 max-sm:content-center max-sm:gap-y-0.5'

const helper = createColumnHelper<ListFeatures, ThreadView>()

const timeMeta: ListColumnMeta = {
  className: 'relative z-1 text-end text-ink-2 max-sm:hidden',
  headClassName: 'justify-end *:flex-row-reverse',
  skeleton: <Skeleton className="ms-auto w-10" />,
}

/** Ids are those of the columns in the address, and of what the API sorts by, where it does. */
const allColumns = helper.columns([
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
  helper.accessor((thread) => thread.scope.tenant, {
    id: 'scope',
    sortDescFirst: false,
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
  helper.accessor('agentName', {
    sortDescFirst: false,
    header: 'Agent',
    cell: ({ row }) => <span className="block truncate">{row.original.agentName ?? 'no agent'}</span>,
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-16" /> },
  }),
  helper.display({
    id: 'tags',
    header: 'Tags',
    cell: ({ row }) => (
      <span className="block truncate text-ink-2" title={tagsOf(row.original)}>
        {tagsOf(row.original)}
      </span>
    ),
    meta: { className: 'relative z-1 max-sm:hidden', skeleton: <Skeleton className="w-20" /> },
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
  helper.accessor('messageCount', {
    header: 'Messages',
    sortDescFirst: true,
    cell: ({ row }) => formatCount(row.original.messageCount),
    meta: {
      className: 'text-end tabular-nums max-sm:hidden',
      headClassName: 'justify-end *:flex-row-reverse',
      skeleton: <Skeleton className="ms-auto w-8" />,
    },
  }),
  helper.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <StatusMark review={{ status: row.original.review.status, outcome: null }} />
        <span className="truncate">{statusWords[row.original.review.status]}</span>
      </span>
    ),
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-16" /> },
  }),
  helper.display({
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row }) => <OutcomeCell review={row.original.review} />,
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-14" /> },
  }),
  helper.display({
    id: 'assignee',
    header: 'Assignee',
    cell: ({ row }) => (
      <span className="block truncate text-ink-2">{row.original.review.assignee?.name ?? 'nobody'}</span>
    ),
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-16" /> },
  }),
  helper.accessor('createdAt', {
    header: 'Created',
    sortDescFirst: true,
    cell: ({ row }) => <Time value={row.original.createdAt} />,
    meta: timeMeta,
  }),
  helper.accessor('updatedAt', {
    header: 'Changed',
    sortDescFirst: true,
    cell: ({ row }) => <Time value={row.original.updatedAt} />,
    meta: timeMeta,
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

/** The columns that are shown, in their order, behind the checkbox. */
export function threadColumnsOf(shown: readonly ShownColumn[]) {
  return ['select', ...shown.map(({ id }) => id)].flatMap((id) =>
    allColumns.filter((column) => (column.id ?? ('accessorKey' in column ? column.accessorKey : undefined)) === id),
  )
}

function tagsOf({ tags }: ThreadView): string {
  return Object.entries(tags)
    .map(([key, value]) => spellTag(key, value))
    .join(' ')
}

function OutcomeCell({ review }: { review: ThreadView['review'] }) {
  const { outcome, reasons, newMessages } = review
  return (
    <>
      <span className="block truncate" title={reasons.join(', ') || undefined}>
        {outcome ? outcomeWords[outcome] : 'none'}
        {reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}
      </span>
      {newMessages > 0 ? (
        <span className="block truncate text-12/4 text-ink-3">{formatCount(newMessages)} new since</span>
      ) : null}
    </>
  )
}

function NameCell({ thread }: { thread: ThreadView }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <Link
          href={threadHref(thread.uid)}
          tabIndex={-1}
          data-row-link=""
          className="block truncate font-medium outline-none after:absolute after:inset-0"
        >
          {titleOf(thread)}
        </Link>
        <OwnWindowMark isOwn={thread.seen?.source === 'thread'} />
        <SignalMarks signals={thread.signals} />
      </span>
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
