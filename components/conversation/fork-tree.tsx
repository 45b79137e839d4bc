'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ThreadView } from '@/server/schemas/threads'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { formatCount } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { type LineageRow, lineageRows } from './lineage-tree'
import { PanelSection } from './panel-section'

/** Depth beyond which rows are no longer set in, so that names keep their room. */
const DEEPEST = 6

/** The family of a thread: what it was forked from, and what was forked from it. */
export function ForkTree({ thread }: { thread: ThreadView }) {
  const trpc = useTRPC()
  const lineage = useQuery(trpc.threads.lineage.queryOptions({ uid: thread.uid }))
  const rows = lineageRows(lineage.data?.items ?? [])
  return (
    <PanelSection title="Forks">
      {lineage.isPending ? <Skeleton className="my-2 w-3/5" /> : null}
      {lineage.isError ? (
        <QueryError
          layout="inline"
          title="The forks could not be loaded"
          error={lineage.error}
          onRetry={() => void lineage.refetch()}
          isRetrying={lineage.isFetching}
        />
      ) : null}
      {lineage.isSuccess && rows.length <= 1 ? <p className="text-12 text-ink-3">None. F makes one.</p> : null}
      {rows.length > 1 ? (
        <ul>
          {rows.map((row) => (
            <ForkRow key={row.thread.uid} row={row} isHere={row.thread.uid === thread.uid} />
          ))}
        </ul>
      ) : null}
    </PanelSection>
  )
}

function ForkRow({ row, isHere }: { row: LineageRow; isHere: boolean }) {
  const { thread, depth } = row
  const name = thread.title || thread.threadId || 'deleted for good'
  const from = thread.forkedAtSeq === null ? null : `from message ${formatCount(thread.forkedAtSeq)}`
  return (
    <li className="flex items-baseline gap-2 border-line border-t py-1.75 text-12" aria-current={isHere || undefined}>
      <span
        className="flex min-w-0 flex-1 items-baseline gap-1.5"
        style={{ paddingInlineStart: Math.min(depth, DEEPEST) * 12 }}
      >
        {isHere ? (
          <>
            <i aria-hidden="true" className="size-2 shrink-0 rounded-full bg-ink" />
            <span className="truncate">this thread</span>
          </>
        ) : (
          <>
            {depth > 0 ? <span aria-hidden="true">└</span> : null}
            {thread.purged ? (
              <span className="truncate text-ink-3">{name}</span>
            ) : (
              <Link dir="auto" href={threadHref(thread.uid)} className="truncate underline-offset-2 hover:underline">
                {name}
              </Link>
            )}
          </>
        )}
        {thread.deleted && !thread.purged ? <span className="shrink-0 text-ink-3">in the trash</span> : null}
        {from && thread.parentUid ? (
          <Link
            href={`${threadHref(thread.parentUid)}?message=${thread.forkedAtSeq}`}
            className="shrink-0 text-ink-3 underline-offset-2 hover:underline"
          >
            {from}
          </Link>
        ) : null}
      </span>
      <span className="text-ink-2 tabular-nums">
        {thread.messageCount === null ? '' : formatCount(thread.messageCount)}
      </span>
    </li>
  )
}
