import { createColumnHelper } from '@tanstack/react-table'
import type { AuditEventView } from '@/server/schemas/audit'
import type { ListFeatures } from '../list/list-features'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { actorWords, objectWords, tenantWords, verbWords } from './audit-words'

/** The columns as a grid; under 640 px the sentence and when. */
export const auditGrid =
  'grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,0.3fr)_72px_148px] sm:gap-x-5 ps-4'

const helper = createColumnHelper<ListFeatures, AuditEventView>()

export const auditColumns = helper.columns([
  helper.display({
    id: 'what',
    header: 'What was done',
    cell: ({ row: { original: event } }) => (
      <>
        <span className="block truncate" dir="auto">
          <b className="font-medium">{actorWords(event)}</b> {verbWords(event)}{' '}
          <b className="font-medium">{objectWords(event)}</b>
        </span>
        <span className="block truncate text-12/4 text-ink-3">
          {event.outcome === 'refused' ? <b className="font-medium text-bad sm:hidden">refused · </b> : null}
          <span className="font-mono">{event.action}</span>
          <span className="sm:hidden"> · {tenantWords(event.tenant)}</span>
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
    id: 'tenant',
    header: 'Tenant',
    cell: ({ row }) => (
      <span className="block truncate text-ink-2" dir="auto">
        {tenantWords(row.original.tenant)}
      </span>
    ),
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-2/5" /> },
  }),
  helper.display({
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row: { original } }) =>
      original.outcome === 'refused' ? (
        <span className="font-medium text-bad">refused</span>
      ) : (
        <span className="text-ink-3">done</span>
      ),
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-12" /> },
  }),
  helper.display({
    id: 'at',
    header: 'When',
    cell: ({ row }) => (
      <>
        <Time value={row.original.at} className="sm:hidden" />
        <Time value={row.original.at} show="second" className="max-sm:hidden" />
      </>
    ),
    meta: {
      className: 'text-end text-ink-2',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-10" />,
    },
  }),
])
