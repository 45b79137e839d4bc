'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Window } from '@/memory/window-config'
import type { ConfigVersionView } from '@/server/schemas/agents'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { ReplayThread } from './replay-thread'
import type { Draft } from './use-draft'

export interface ReplayPaneProps {
  /** Null is the app default. */
  name: string | null
  draft: Draft
  versions: readonly ConfigVersionView[]
}

/** Threads of a page; each is gone through message by message. */
const PAGE = 5
const NOW = 'now'

interface Asked {
  /** Undefined is what is saved now. */
  left: Window | undefined
  right: Window
}

/** The agent's past reads under two windows: what each of them would have been given, and where the two differ. */
export function ReplayPane({ name, draft, versions }: ReplayPaneProps) {
  const trpc = useTRPC()
  const [against, setAgainst] = useState(NOW)
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const options = [
    { value: NOW, label: 'what is saved now' },
    ...versions.flatMap(({ version, window, note, author }) =>
      window ? [{ value: String(version), label: `v${version}`, description: note || author }] : [],
    ),
  ]
  const left = versions.find(({ version }) => String(version) === against)?.window ?? undefined
  const whose = name === null ? { app: true as const } : { agentName: name }
  const replay = useInfiniteQuery(
    trpc.agents.replay.infiniteQueryOptions(
      {
        ...whose,
        limit: PAGE,
        ...(asked?.left ? { left: asked.left } : {}),
        right: asked?.right ?? { strategy: 'off' },
      },
      {
        enabled: asked !== null,
        getNextPageParam: ({ nextCursor }) => nextCursor,
        retry: false,
        // The figures that are on the screen stay those that were asked for.
        staleTime: Number.POSITIVE_INFINITY,
      },
    ),
  )
  const threads = replay.data?.pages.flatMap(({ items }) => items) ?? []
  const reads = threads.flatMap((thread) => thread.reads)
  const differing = reads.filter(({ lost, gained }) => lost + gained > 0).length
  const next = draft.window && { left, right: draft.window }
  const isOther = asked !== null && next !== null && JSON.stringify(next) !== JSON.stringify(asked)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-4">
      <div className="grid gap-2">
        <p className="text-12 text-ink-2">
          {isOther
            ? 'These reads went through an earlier draft.'
            : 'Goes through what the agent has read so far, under two windows. Nothing is saved, no model is asked; pins count as they are now.'}
        </p>
        <div className="flex items-center gap-2 text-12">
          <span className="shrink-0 text-ink-2">The draft against</span>
          <Select
            label="The draft against"
            className="min-w-0 flex-1"
            options={options}
            value={against}
            onValueChange={setAgainst}
          />
        </div>
        <Button
          className="justify-self-start"
          isBusy={asked !== null && replay.isPending}
          disabled={!draft.isWhole || next === null || (asked !== null && !isOther)}
          onClick={() => setAsked(next)}
        >
          Replay past reads
        </Button>
      </div>
      {replay.isError ? (
        <QueryError
          layout="inline"
          title="The reads could not be replayed"
          error={replay.error}
          onRetry={() => void replay.refetch()}
          isRetrying={replay.isFetching}
        />
      ) : null}
      {replay.data ? (
        <section aria-label="Past reads" className={isOther ? 'grid min-w-0 gap-3 opacity-60' : 'grid min-w-0 gap-3'}>
          <div>
            <p className="text-28 tabular-nums">
              <b className="font-medium">{formatCount(differing)}</b>{' '}
              <span className="text-12 text-ink-2 tracking-normal">
                of {formatQuantity(reads.length, 'read')} in {formatQuantity(threads.length, 'thread')} would differ
              </span>
            </p>
          </div>
          {differing > 0 ? (
            <Switch
              checked={onlyDiffering}
              onCheckedChange={setOnlyDiffering}
              label="Only reads that differ"
              className="border-line border-t pt-3"
            />
          ) : null}
          {threads.map((thread) => (
            <ReplayThread key={thread.uid} thread={thread} onlyDiffering={onlyDiffering} />
          ))}
          {threads.length === 0 ? (
            <p className="text-12 text-ink-3">No thread of this agent holds a message yet.</p>
          ) : null}
          {replay.hasNextPage ? (
            <Button
              className="justify-self-start"
              isBusy={replay.isFetchingNextPage}
              onClick={() => void replay.fetchNextPage()}
            >
              Earlier threads
            </Button>
          ) : null}
        </section>
      ) : null}
    </div>
  )
}
