'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryState, useQueryStates } from 'nuqs'
import { useMemo, useRef, useState } from 'react'
import type { CompareThreads } from '@/server/schemas/compare'
import { FoldMemory } from '../conversation/fold-memory'
import { titleOf } from '../conversation/thread-title'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { IconButton } from '../ui/icon-button'
import { SkeletonRows } from '../ui/skeleton'
import { useShortcut } from '../ui/use-shortcut'
import { CompareFacts } from './compare-facts'
import { CompareList, type CompareListHandle } from './compare-list'
import { differencesOf } from './compare-rows'
import { RepairBar } from './repair-bar'

/** Two threads side by side, `?with=`; or one beside its repair, `?repaired=true`. */
export function ComparePage({ uid }: { uid: string }) {
  const trpc = useTRPC()
  const [address] = useQueryStates({ with: parseAsString, repaired: parseAsBoolean })
  const input = address.with !== null ? { uid, with: address.with } : { uid, repaired: true as const }
  const compared = useQuery(trpc.threads.compare.queryOptions(input, { retry: false }))
  const crumbs = [
    { label: 'Threads', href: '/threads' },
    { label: compared.data ? titleOf(compared.data.left) : 'Thread', href: threadHref(uid) },
    { label: address.with !== null ? 'Side by side' : 'Repair' },
  ] as const
  if (compared.data) {
    return (
      <FoldMemory key={`${uid} ${address.with}`}>
        <Compared compared={compared.data} crumbs={crumbs} />
      </FoldMemory>
    )
  }
  return (
    <>
      <TopLine crumbs={crumbs} />
      <div className="overflow-auto">
        {compared.isPending ? (
          <SkeletonRows rows={8} label="Comparing" />
        ) : readApiError(compared.error).code === 'NOT_FOUND' ||
          readApiError(compared.error).code === 'INVALID_INPUT' ? (
          <EmptyState
            title="One of the two threads is not there"
            text="The address is wrong, or the thread is deleted, or in a scope that you do not see."
            action={<LinkButton href={threadHref(uid)}>Go to the thread</LinkButton>}
          />
        ) : (
          <QueryError
            title="The threads could not be compared"
            kept="Nothing was changed."
            error={compared.error}
            onRetry={() => void compared.refetch()}
            isRetrying={compared.isFetching}
          />
        )}
      </div>
    </>
  )
}

type Crumbs = Parameters<typeof TopLine>[0]['crumbs']

function Compared({ compared, crumbs }: { compared: CompareThreads; crumbs: Crumbs }) {
  const { left, right, runs } = compared
  const list = useRef<CompareListHandle>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useQueryState('at', parseAsInteger)
  const differences = useMemo(() => differencesOf(runs), [runs])
  const leftSeen = useSeenOf(left.uid, true)
  const rightSeen = useSeenOf(right?.uid ?? left.uid, right !== null)
  const seen = {
    left: leftSeen.data?.window.ranges ?? null,
    right: right ? (rightSeen.data?.window.ranges ?? null) : null,
  }
  const step = (by: 1 | -1) => {
    const next = Math.min(Math.max((at ?? (by > 0 ? 0 : differences.length + 1)) + by, 1), differences.length)
    const index = differences[next - 1]
    if (index === undefined) return
    void setAt(next)
    list.current?.show(index)
  }
  useShortcut('n', () => step(1), { label: 'Next difference', group: 'Side by side' })
  useShortcut('p', () => step(-1), { label: 'Previous difference', group: 'Side by side' })
  const told = differences.length === 0 ? 'no difference' : `${at ?? 0} of ${differences.length}`
  return (
    <>
      <TopLine
        crumbs={crumbs}
        actions={
          <>
            <span role="status" className="text-12 text-ink-2 tabular-nums whitespace-nowrap">
              {at === null && differences.length > 0
                ? `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`
                : told}
            </span>
            <IconButton
              label="Next difference"
              hint="n"
              icon={<ArrowDown aria-hidden="true" strokeWidth={1.5} />}
              disabled={differences.length === 0}
              onClick={() => step(1)}
            />
            <IconButton
              label="Previous difference"
              hint="p"
              icon={<ArrowUp aria-hidden="true" strokeWidth={1.5} />}
              disabled={differences.length === 0}
              onClick={() => step(-1)}
            />
          </>
        }
      />
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)]">
        <CompareFacts compared={compared} leftSeen={leftSeen} rightSeen={right ? rightSeen : null} />
        {right === null ? <RepairBar compared={compared} /> : <span />}
        <CompareList
          ref={list}
          compared={compared}
          unfolded={unfolded}
          onUnfold={(index) => setUnfolded((before) => new Set([...before, index]))}
          current={at === null ? null : (differences[at - 1] ?? null)}
          seen={seen}
        />
      </div>
    </>
  )
}

function useSeenOf(uid: string, enabled: boolean) {
  const trpc = useTRPC()
  return useQuery(trpc.messages.window.queryOptions({ uid, from: 1, to: 1 }, { enabled }))
}
