'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SummaryView } from '@/server/schemas/summaries'
import type { ThreadView } from '@/server/schemas/threads'
import { QueryError } from '../data/query-error'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import { useFold } from './fold-memory'
import { FactRows, PanelSection } from './panel-section'
import { describeSummaryState } from './summary-words'

const LOOK_EVERY_MS = 1_500

/** What was made of a thread's beginning, version by version, or why nothing was. Nothing for windows without summaries. */
export function SummaryList({ thread }: { thread: ThreadView }) {
  const trpc = useTRPC()
  const summaries = useQuery(
    trpc.threads.summaries.queryOptions(
      { uid: thread.uid },
      { refetchInterval: ({ state }) => (state.data?.state.isRunning ? LOOK_EVERY_MS : false) },
    ),
  )
  if (summaries.isError) {
    return (
      <PanelSection title="Summaries">
        <QueryError
          layout="inline"
          title="The summaries could not be loaded"
          error={summaries.error}
          onRetry={() => void summaries.refetch()}
          isRetrying={summaries.isFetching}
        />
      </PanelSection>
    )
  }
  if (!summaries.data) return null
  const { items, state } = summaries.data
  if (!state.isSummarizing && items.length === 0) return null
  const words = describeSummaryState(state)
  return (
    <PanelSection title="Summaries">
      <ul>
        {items.map((summary) => (
          <SummaryRow key={summary.version} threadUid={thread.uid} summary={summary} />
        ))}
      </ul>
      {words ? <p className="border-line border-t py-1.75 text-12 text-ink-2">{words}</p> : null}
      {state.isSummarizing ? <SummarizeNow thread={thread} isRunning={state.isRunning} /> : null}
    </PanelSection>
  )
}

function SummaryRow({ threadUid, summary }: { threadUid: string; summary: SummaryView }) {
  const [isOpen, setIsOpen] = useFold(`summary:${threadUid}:${summary.version}`)
  return (
    <li className="border-line border-t text-12">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-baseline justify-between gap-3 rounded-sm py-1.75 text-start hover:text-ink pointer-coarse:min-h-11"
      >
        <span className="min-w-0 truncate">
          v{summary.version}, messages {formatCount(summary.fromSeq)} to {formatCount(summary.toSeq)}
        </span>
        <span className="shrink-0 text-ink-2 tabular-nums">{formatQuantity(summary.tokens, 'token')}</span>
      </button>
      {isOpen ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-2">
          <p dir="auto" className="whitespace-pre-wrap text-ink-2 wrap-anywhere">
            {summary.text}
          </p>
          <FactRows
            facts={[
              { label: 'Made', value: <Time value={summary.createdAt} show="minute" /> },
              { label: 'Model', value: summary.model },
              { label: 'Made from', value: formatQuantity(summary.sourceTokens, 'token') },
            ]}
          />
          <details className="text-ink-3">
            <summary className="w-fit rounded-sm">What the model was told</summary>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{summary.prompt}</p>
          </details>
        </div>
      ) : null}
    </li>
  )
}

function SummarizeNow({ thread, isRunning }: { thread: ThreadView; isRunning: boolean }) {
  const trpc = useTRPC()
  const caches = useQueryClient()
  const [jobId, setJobId] = useState<string>()
  const ask = useMutation(
    trpc.threads.summarize.mutationOptions({
      onSuccess: (job) => setJobId(job.id),
      onError: (error) => showFailure('No summary was started', error),
    }),
  )
  const job = useQuery(
    trpc.jobs.get.queryOptions(
      { id: jobId ?? '' },
      {
        enabled: jobId !== undefined,
        refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
      },
    ),
  )
  const hasEnded = job.data !== undefined && job.data.state !== 'running'
  useEffect(() => {
    if (!hasEnded) return
    void caches.invalidateQueries({ queryKey: trpc.threads.summaries.queryKey({ uid: thread.uid }) })
    void caches.invalidateQueries({ queryKey: trpc.messages.window.queryKey() })
  }, [hasEnded, caches, trpc, thread.uid])
  return (
    <Button
      size="small"
      className="mt-2 justify-self-start"
      isBusy={ask.isPending || isRunning || job.data?.state === 'running'}
      onClick={() => ask.mutate({ uid: thread.uid })}
    >
      Summarise now
    </Button>
  )
}
