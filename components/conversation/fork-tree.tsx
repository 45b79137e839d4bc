'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { ForkNode } from './fork-node'
import { lineageRows, stepInTree } from './lineage-tree'
import { PanelSection } from './panel-section'

/** The family of a thread as a tree: what it was forked from, what was forked from it, and where each left. */
export function ForkTree({ thread }: { thread: ThreadView }) {
  const trpc = useTRPC()
  const router = useRouter()
  const lineage = useQuery(trpc.threads.lineage.queryOptions({ uid: thread.uid }))
  const rows = lineageRows(lineage.data?.items ?? [])
  const tree = useRef<HTMLDivElement>(null)
  const [activeUid, setActiveUid] = useState(thread.uid)

  const onKeyDown = (event: KeyboardEvent) => {
    const place = rows.findIndex(({ thread: { uid } }) => uid === activeUid)
    const row = rows[place]
    const isOnNode = event.target instanceof HTMLElement && event.target.dataset.fork !== undefined
    if (event.key === 'Enter' && isOnNode && row && !row.thread.purged) router.push(threadHref(row.thread.uid))
    const next = rows[stepInTree(rows, place, event.key) ?? -1]
    if (!next) return
    event.preventDefault()
    setActiveUid(next.thread.uid)
    tree.current?.querySelector<HTMLElement>(`[data-fork="${next.thread.uid}"]`)?.focus()
  }

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
        <div
          ref={tree}
          role="tree"
          aria-label={`${formatQuantity(rows.length, 'thread')} of one family`}
          onKeyDown={onKeyDown}
        >
          {rows.map((row) => (
            <ForkNode
              key={row.thread.uid}
              row={row}
              here={thread}
              isActive={row.thread.uid === activeUid}
              onFocus={() => setActiveUid(row.thread.uid)}
            />
          ))}
        </div>
      ) : null}
    </PanelSection>
  )
}
