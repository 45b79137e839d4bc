'use client'

import { ArrowDownToLine, ArrowUpToLine, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { QueryError } from '../data/query-error'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import type { ReadingPlace } from './reading-place'
import { useOutline } from './use-outline'
import type { TurnStep, TurnSteps } from './use-turn-steps'

export interface OutlineProps {
  thread: ThreadView
  place: ReadingPlace
  steps: TurnSteps
  /** Goes to the message. */
  onGoTo: (seq: number) => void
}

const buttons: readonly { step: TurnStep; label: string; hint: string; icon: React.ReactNode }[] = [
  { step: 'first', label: 'First turn', hint: 'g u', icon: <ArrowUpToLine aria-hidden="true" strokeWidth={1.5} /> },
  { step: 'previous', label: 'Previous turn', hint: 'shift+u', icon: <ChevronUp aria-hidden="true" /> },
  { step: 'next', label: 'Next turn', hint: 'u', icon: <ChevronDown aria-hidden="true" /> },
  {
    step: 'last',
    label: 'Last turn',
    hint: 'g shift+u',
    icon: <ArrowDownToLine aria-hidden="true" strokeWidth={1.5} />,
  },
]

/** What the user said, turn by turn, with the one that is read marked; a press goes there. */
export function Outline({ thread, place, steps, onGoTo }: OutlineProps) {
  const { query, items, current } = useOutline(thread, place)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = current === null ? null : list.current?.querySelector(`[data-turn="${current}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <section aria-label="Turns of the user" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <div className="-ms-1.5 flex gap-1">
        {buttons.map(({ step, ...button }) => (
          <IconButton key={step} {...button} disabled={items.length === 0} onClick={() => steps.step(step)} />
        ))}
      </div>
      {query.isPending ? <SkeletonRows rows={6} label="Loading the turns" className="[&>div]:px-0" /> : null}
      {query.isError ? (
        <QueryError
          layout="inline"
          title="The turns could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : null}
      {query.isSuccess && items.length === 0 && !query.hasPreviousPage && !query.hasNextPage ? (
        <p className="text-12 text-ink-3">The user has said nothing yet. Each message of the user will stand here.</p>
      ) : null}
      {query.hasPreviousPage ? (
        <Button
          size="small"
          className="justify-self-start"
          isBusy={query.isFetchingPreviousPage}
          onClick={() => void query.fetchPreviousPage()}
        >
          Earlier turns
        </Button>
      ) : null}
      <ol ref={list} className="-mx-2">
        {items.map(({ seq, createdAt, text }) => (
          <li key={seq} data-turn={seq} className="scroll-my-2">
            <button
              type="button"
              aria-current={seq === current ? 'location' : undefined}
              onClick={() => onGoTo(seq)}
              className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-sm border-transparent border-s-2 px-2 py-1.5 text-start text-12 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:bg-pick pointer-coarse:min-h-11"
            >
              <span dir="auto" className="line-clamp-2 wrap-anywhere">
                {text === '' ? 'Without text' : (text ?? 'Redacted, or a very long message')}
              </span>
              <span className="text-11 text-ink-3 tabular-nums">
                <Time value={createdAt} show="moment" /> · {seq.toLocaleString('en')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button
          size="small"
          className="justify-self-start"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Later turns
        </Button>
      ) : null}
    </section>
  )
}
