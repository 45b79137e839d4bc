import { createColumnHelper } from '@tanstack/react-table'
import type { InboxItemView } from '@/server/schemas/inbox'
import { titleOf } from '../conversation/thread-title'
import type { ListFeatures } from '../list/list-features'
import { classNames } from '../ui/class-names'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { describeItem } from './inbox-words'

export const inboxGrid = 'grid-cols-[8px_minmax(0,1fr)_auto] gap-x-2.5 ps-4'

const helper = createColumnHelper<ListFeatures, InboxItemView>()

export const inboxColumns = helper.columns([
  helper.display({
    id: 'state',
    header: () => <span className="sr-only">Unread</span>,
    cell: ({ row }) =>
      row.original.isRead ? (
        <span className="sr-only">read</span>
      ) : (
        <>
          <span aria-hidden="true" className="block size-2 rounded-full bg-ink forced-colors:bg-[CanvasText]" />
          <span className="sr-only">unread</span>
        </>
      ),
    meta: { skeleton: <Skeleton className="size-2 rounded-full" /> },
  }),
  helper.display({
    id: 'item',
    header: 'What is for you',
    cell: ({ row: { original } }) => (
      <>
        <span className={classNames('block truncate', original.isRead ? 'text-ink-2' : 'font-medium')}>
          {describeItem(original)}
          <span className="font-normal text-ink-3"> · </span>
          <span className="font-normal text-ink-2" dir="auto">
            {titleOf(original.thread)}
          </span>
        </span>
        <span className="block truncate text-12/4 text-ink-3" dir="auto">
          {original.note?.text ?? original.thread.scope.tenant}
        </span>
      </>
    ),
    meta: {
      skeleton: (
        <span className="grid gap-2">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-2.5 w-2/5" />
        </span>
      ),
    },
  }),
  helper.display({
    id: 'at',
    header: 'When',
    cell: ({ row }) => <Time value={row.original.createdAt} />,
    meta: {
      className: 'text-end text-12 text-ink-3',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-8" />,
    },
  }),
])
