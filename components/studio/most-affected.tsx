'use client'

import { useQueries } from '@tanstack/react-query'
import type { ImpactResult } from '@/server/schemas/agent-preview'
import { useTRPC } from '../data/trpc'
import { formatCount, formatQuantity } from '../ui/number-format'
import { usePreviewThread } from './preview-pane'

/** Threads that are named here; the result holds more. */
const NAMED = 10

/** The threads that the draft changes most; a press opens one in the preview. */
export function MostAffected({ affected }: { affected: ImpactResult['affected'] }) {
  const trpc = useTRPC()
  const [on, setOn] = usePreviewThread()
  const shown = affected.slice(0, NAMED)
  const threads = useQueries({
    queries: shown.map(({ uid }) => trpc.threads.get.queryOptions({ uid }, { retry: false })),
  })
  if (shown.length === 0) return null
  return (
    <div className="grid gap-1">
      <h3 className="font-medium text-11 text-ink-3">Most affected</h3>
      <ol>
        {shown.map(({ uid, lost, gained, saved, draft }, place) => {
          const thread = threads[place]?.data
          const change = lost > 0 ? `-${formatCount(lost)}` : `+${formatCount(gained)}`
          return (
            <li key={uid} className="border-line border-t">
              <button
                type="button"
                aria-pressed={on === uid}
                title={`${formatQuantity(saved.messages, 'message')}, then ${formatCount(draft.messages)}`}
                onClick={() => void setOn(uid)}
                className="flex min-h-8 w-full items-center gap-3 py-1 text-start text-12 hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:font-medium pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">
                  {thread ? (thread.title ?? thread.threadId) : uid.slice(-12)}
                </span>
                <span className={lost > 0 ? 'text-bad tabular-nums' : 'text-ink-2 tabular-nums'}>
                  {change} <span className="sr-only">messages</span>
                  <span aria-hidden="true">msgs</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {affected.length > NAMED ? (
        <p className="text-11 text-ink-3">
          and {formatQuantity(affected.length - NAMED, 'other')} of those that change most
        </p>
      ) : null}
    </div>
  )
}
