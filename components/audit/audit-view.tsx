'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import type { AuditEventView } from '@/server/schemas/audit'
import { useTRPC } from '../data/trpc'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { TopLine } from '../shell/top-line'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoMatchState } from '../ui/no-match-state'
import { auditColumns, auditGrid } from './audit-columns'
import { AuditExport } from './audit-export'
import { AuditFilterBar } from './audit-filter-bar'
import { auditFilters, auditParsers, describeAuditFilters, noAuditFilters } from './audit-search'
import { ChainCheck } from './chain-check'
import { EventDialog } from './event-dialog'

const PAGE = 50
const none: readonly AuditEventView[] = []
const idOf = ({ tenant, number }: AuditEventView) => `${number}.${tenant}`

/** Who did what, and who read what: the audit log, newest first. */
export function AuditView() {
  const trpc = useTRPC()
  const [search, setSearch] = useQueryStates(auditParsers)
  const [cursor, setCursor] = useState<string | null>(search.event)
  const { event, ...filters } = search
  const key = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a time up to now ends when it is chosen
  const asked = useMemo(() => auditFilters(search, Date.now()), [key])
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      { ...asked, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  )
  const events = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const table = useTable({ features: listFeatures, columns: auditColumns, data: events, getRowId: idOf })
  const described = describeAuditFilters(search)
  const open = (one: AuditEventView) => {
    setCursor(idOf(one))
    void setSearch({ event: idOf(one) })
  }
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Audit log' }]}
        actions={
          <>
            <ChainCheck tenant={search.tenant} />
            <AuditExport filters={asked} />
          </>
        }
      />
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
        <AuditFilterBar search={search} onChange={(changes) => void setSearch(changes)} />
        <EndlessList
          query={list}
          words={{
            loading: 'Loading the audit log',
            failed: 'The audit log could not be loaded',
            kept: 'What was written stays as it is.',
            nextFailed: 'Older lines could not be loaded',
          }}
          label="Audit log"
          noun="line"
          table={table}
          grid={auditGrid}
          total={list.hasNextPage ? undefined : events.length}
          cursor={cursor}
          onCursorChange={setCursor}
          onActivate={open}
          onOpen={open}
          arrangement={key}
          empty={
            described.length > 0 ? (
              <NoMatchState
                title="No line matches"
                filters={described}
                onClear={() => void setSearch(noAuditFilters)}
              />
            ) : (
              <EmptyState
                title="Nothing was noted yet"
                text="Each change by a person or a key stands here, with who made it, when, and what it was before: windows, keys, members, deletions, exports. A line is never changed and never removed."
                action={<LinkButton href="/threads">Go to threads</LinkButton>}
              />
            )
          }
        />
      </div>
      <EventDialog
        event={event === null ? undefined : events.find((one) => idOf(one) === event)}
        onFilter={(changes) => void setSearch({ ...changes, event: null })}
        onClose={() => void setSearch({ event: null })}
      />
    </>
  )
}
