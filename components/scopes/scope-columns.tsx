import { createColumnHelper } from '@tanstack/react-table'
import Link from 'next/link'
import { threadsHref } from '../data/scope-href'
import type { ListFeatures } from '../list/list-features'
import { classNames } from '../ui/class-names'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import type { ScopeRow } from './scope-rows'

/** The columns as a grid; under 640 px the name and the time, with the figures under the name. */
export const scopeGrid =
  'grid-cols-[minmax(0,1fr)_76px] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_88px_96px_120px_76px] sm:gap-x-5 ps-4'

const helper = createColumnHelper<ListFeatures, ScopeRow>()
const figure = { className: 'text-end text-ink-2 tabular-nums max-sm:hidden', headClassName: 'justify-end' }
const figureSkeleton = <Skeleton className="ms-auto w-12" />

export const scopeColumns = helper.columns([
  helper.display({
    id: 'scope',
    header: 'Tenant and subject',
    cell: ({ row }) => <NameCell row={row.original} />,
    meta: { skeleton: <Skeleton className="w-40" /> },
  }),
  helper.display({
    id: 'threads',
    header: 'Threads',
    cell: ({ row }) => <Sum value={row.original.threads} isPartial={row.original.isPartial} />,
    meta: { ...figure, skeleton: figureSkeleton },
  }),
  helper.display({
    id: 'messages',
    header: 'Messages',
    cell: ({ row }) => <Sum value={row.original.messages} isPartial={row.original.isPartial} />,
    meta: { ...figure, skeleton: figureSkeleton },
  }),
  helper.display({
    id: 'tokens',
    header: 'Tokens',
    cell: ({ row }) => <Sum value={row.original.tokens} isPartial={row.original.isPartial} />,
    meta: { ...figure, skeleton: figureSkeleton },
  }),
  helper.display({
    id: 'lastMessageAt',
    header: 'Active',
    cell: ({ row }) =>
      row.original.lastMessageAt === null ? (
        <span className="text-ink-3">never</span>
      ) : (
        <Time value={row.original.lastMessageAt} />
      ),
    meta: {
      className: 'relative z-1 text-end text-ink-2',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-10" />,
    },
  }),
])

export function hrefOf(row: ScopeRow): string {
  return threadsHref(row.kind === 'tenant' ? { tenant: row.tenant } : { tenant: row.tenant, subject: row.subject })
}

function NameCell({ row }: { row: ScopeRow }) {
  const isTenant = row.kind === 'tenant'
  const name = isTenant ? row.tenant : row.subject || 'no subject'
  return (
    <>
      <Link
        href={hrefOf(row)}
        prefetch={false}
        tabIndex={-1}
        data-row-link=""
        aria-label={isTenant ? `Tenant ${name}` : `${row.tenant}, ${name}`}
        className={classNames(
          'block truncate outline-none after:absolute after:inset-0',
          isTenant ? 'font-medium' : 'ps-5 font-mono text-12/5 text-ink-2',
        )}
      >
        {name}
      </Link>
      <span className={classNames('block truncate text-12/4 text-ink-3 tabular-nums sm:hidden', !isTenant && 'ps-5')}>
        {formatQuantity(row.threads, 'thread')}, {formatQuantity(row.tokens, 'token')}
      </span>
    </>
  )
}

/** A sum; `+` where more is to come. */
function Sum({ value, isPartial }: { value: number; isPartial: boolean }) {
  return (
    <span title={isPartial ? 'Of what is listed; there may be more.' : undefined}>
      {formatCount(value)}
      {isPartial ? '+' : ''}
    </span>
  )
}
