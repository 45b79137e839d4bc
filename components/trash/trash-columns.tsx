import { createColumnHelper } from '@tanstack/react-table'
import { type ThreadView, TRASH_KEPT_DAYS } from '@/server/schemas/threads'
import { titleOf } from '../conversation/thread-title'
import type { ListFeatures } from '../list/list-features'
import { detailOf } from '../threads/thread-text'
import { formatCount } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { RestoreButton } from './restore-button'

/** The columns as a grid; under 640 px the name over the time, and the button. */
export const trashGrid =
  'grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(106px,0.2fr)_96px_76px_84px] sm:gap-x-5 ps-4'

const helper = createColumnHelper<ListFeatures, ThreadView>()
const twoLines = (
  <span className="grid gap-2">
    <Skeleton className="w-3/5" />
    <Skeleton className="h-2.5 w-2/5" />
  </span>
)

export const trashColumns = helper.columns([
  helper.display({
    id: 'thread',
    header: 'Thread',
    cell: ({ row }) => (
      <>
        <span className="block truncate font-medium" dir="auto">
          {titleOf(row.original)}
        </span>
        <span className="block truncate text-12/4 text-ink-3">
          <span className="sm:hidden">
            deleted <Time value={row.original.deletedAt ?? row.original.updatedAt} /> · goes{' '}
            <Time value={purgeTime(row.original)} show="shortDate" /> ·{' '}
          </span>
          {detailOf(row.original)}
        </span>
      </>
    ),
    meta: { skeleton: twoLines },
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
    meta: { className: 'max-sm:hidden', skeleton: twoLines },
  }),
  helper.display({
    id: 'size',
    header: 'Messages',
    cell: ({ row }) => formatCount(row.original.messageCount),
    meta: {
      className: 'text-end text-ink-2 tabular-nums max-sm:hidden',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-8" />,
    },
  }),
  helper.display({
    id: 'deletedAt',
    header: 'Deleted',
    cell: ({ row }) => (
      <>
        <span className="block">
          <Time value={row.original.deletedAt ?? row.original.updatedAt} />
        </span>
        <span className="block text-12/4 text-ink-3">
          goes <Time value={purgeTime(row.original)} show="shortDate" />
        </span>
      </>
    ),
    meta: {
      className: 'text-end text-ink-2 max-sm:hidden',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-10" />,
    },
  }),
  helper.display({
    id: 'restore',
    header: () => <span className="sr-only">Restore</span>,
    cell: ({ row }) => <RestoreButton thread={row.original} />,
    meta: { className: 'text-end', skeleton: <Skeleton className="ms-auto h-7 w-18" /> },
  }),
])

/** When the trash lets the thread go for good. */
function purgeTime(thread: ThreadView): string {
  const deleted = Date.parse(thread.deletedAt ?? thread.updatedAt)
  return new Date(deleted + TRASH_KEPT_DAYS * 86_400_000).toISOString()
}
