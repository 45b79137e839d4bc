import { createColumnHelper } from '@tanstack/react-table'
import type { DuplicateView } from '@/server/schemas/duplicates'
import { certaintyWords } from '../compare/certainty-words'
import { repairHref } from '../compare/compare-href'
import { titleOf } from '../conversation/thread-title'
import type { ListFeatures } from '../list/list-features'
import { detailOf } from '../threads/thread-text'
import { LinkButton } from '../ui/button'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'

/** The columns as a grid; under 640 px the name over how sure it is, and the button. */
export const duplicatesGrid =
  'grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(106px,0.2fr)_112px_112px_76px] sm:gap-x-5 ps-4'

const short = { sure: 'sure', likely: 'likely', possible: 'perhaps' } as const
const helper = createColumnHelper<ListFeatures, DuplicateView>()
const twoLines = (
  <span className="grid gap-2">
    <Skeleton className="w-3/5" />
    <Skeleton className="h-2.5 w-2/5" />
  </span>
)

export const duplicateColumns = helper.columns([
  helper.display({
    id: 'thread',
    header: 'Thread',
    cell: ({ row: { original } }) => (
      <>
        <span className="block truncate font-medium" dir="auto">
          {titleOf(original.thread)}
        </span>
        <span className="block truncate text-12/4 text-ink-3">
          <span className="sm:hidden">
            {short[original.certainty]}, {formatQuantity(original.messages, 'message')} ·{' '}
          </span>
          {detailOf(original.thread)}
        </span>
      </>
    ),
    meta: { skeleton: twoLines },
  }),
  helper.display({
    id: 'scope',
    header: 'Scope',
    cell: ({ row: { original } }) => (
      <>
        <span className="block truncate">{original.thread.scope.tenant}</span>
        <span className="block truncate font-mono text-11/4 text-ink-3">
          {original.thread.scope.subject || 'no subject'}
        </span>
      </>
    ),
    meta: { className: 'max-sm:hidden', skeleton: twoLines },
  }),
  helper.display({
    id: 'certainty',
    header: 'Stored twice',
    cell: ({ row: { original } }) => (
      <span title={certaintyWords[original.certainty].text}>
        <span className="block font-medium">{short[original.certainty]}</span>
        <span className="block text-12/4 text-ink-3">{formatQuantity(original.stretches, 'time')}</span>
      </span>
    ),
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-12" /> },
  }),
  helper.display({
    id: 'size',
    header: 'Left out',
    cell: ({ row: { original } }) => (
      <>
        <span className="block">
          {formatCount(original.messages)} of {formatCount(original.thread.messageCount)}
        </span>
        <span className="block text-12/4 text-ink-3">{formatQuantity(original.tokens, 'token')}</span>
      </>
    ),
    meta: {
      className: 'text-end text-ink-2 tabular-nums max-sm:hidden',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-16" />,
    },
  }),
  helper.display({
    id: 'repair',
    header: () => <span className="sr-only">Look</span>,
    cell: ({ row: { original } }) => (
      <LinkButton href={repairHref(original.thread.uid)} size="small" data-row-link>
        Look
      </LinkButton>
    ),
    meta: { className: 'text-end', skeleton: <Skeleton className="ms-auto h-6 w-14" /> },
  }),
])
