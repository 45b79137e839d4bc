'use client'

import { useMutation } from '@tanstack/react-query'
import type { Window } from '@/memory/window-config'
import { SUMMARY_REASONS } from '../conversation/summary-words'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { formatCount, formatQuantity } from '../ui/number-format'

export interface TrySummaryProps {
  /** Null is the app default. */
  name: string | null
  /** The thread to sum up. */
  uid: string
  /** A window that shows summaries, saved or not. */
  window: Window
}

/** Asks the draft's model, with its prompt, for the first summary of the thread in the preview; nothing is stored. */
export function TrySummary({ name, uid, window }: TrySummaryProps) {
  const trpc = useTRPC()
  const trial = useMutation(trpc.agents.trySummary.mutationOptions())
  const whose = name === null ? { app: true as const } : { agentName: name }
  const ask = () => trial.mutate({ ...whose, uid, window })
  return (
    <section aria-label="Try the summary" className="grid gap-2">
      <div className="flex min-h-7 items-center gap-2 text-12">
        <Button isBusy={trial.isPending} onClick={ask}>
          Try the summary
        </Button>
        <p role="status" className="min-w-0 text-ink-2">
          {trial.isPending
            ? 'The model is asked…'
            : trial.data
              ? words(trial.data)
              : 'Asks the model once, and stores nothing.'}
        </p>
      </div>
      {trial.error ? (
        <QueryError
          layout="inline"
          title="No summary was made"
          error={trial.error}
          onRetry={ask}
          isRetrying={trial.isPending}
        />
      ) : null}
      {trial.data?.text ? (
        <p
          dir="auto"
          className="max-h-48 overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-panel p-3 text-13"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
        >
          {trial.data.text}
        </p>
      ) : null}
    </section>
  )
}

function words(trial: {
  reason: keyof typeof SUMMARY_REASONS | null
  tokens: number
  sourceTokens: number
  toSeq: number
  milliseconds: number
  model: string
}): string {
  const time = `${(trial.milliseconds / 1_000).toFixed(1)} s`
  if (trial.reason) return `${SUMMARY_REASONS[trial.reason]} ${trial.model}, ${time}.`
  const from = `${formatQuantity(trial.toSeq, 'message')}, ${formatQuantity(trial.sourceTokens, 'token')}`
  return `${formatCount(trial.tokens)} tokens for the first ${from}. ${trial.model}, ${time}.`
}
