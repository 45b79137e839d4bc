'use client'

import { useQuery } from '@tanstack/react-query'
import { Eye, SkipForward } from 'lucide-react'
import type { ThreadView } from '@/server/schemas/threads'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import { useShortcut } from '../ui/use-shortcut'
import { OutcomeFields } from './outcome-fields'
import { describeReview, StatusMark } from './status-mark'
import { type Review, readScore, useReview } from './use-review'

export interface ReviewBarProps {
  thread: ThreadView
  /** The queue that it was taken from. */
  queueId: string | null
  /** "Reviewed, next" where there is a next one; "Reviewed" where there is none. */
  hasNext: boolean
  /** It is finished. */
  onNext: () => void
  /** It is left to others; absent where it was taken from no queue. */
  onSkip?: (() => void) | undefined
  /** To the first message that came since it was reviewed. */
  onShowNew?: ((seq: number) => void) | undefined
  /** Whether keys are the bar's. */
  isOn?: boolean
}

/** The review of a thread, under its messages: how it stands, the outcome, and "Reviewed, next". */
export function ReviewBar({ thread, queueId, hasNext, onNext, onSkip, onShowNew, isOn = true }: ReviewBarProps) {
  const trpc = useTRPC()
  const { data: viewer } = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const review = useReview(thread)
  const { draft, finish, release } = review
  const other = review.review.claimedBy && review.review.claimedBy.id !== viewer?.id ? review.review.claimedBy : null
  const isWrong = readScore(draft.score) === undefined
  const canFinish = !isWrong && !other && !finish.isPending
  // Finished, and the next is on its way: another press asks for it again, and never reviews this one anew.
  const isLeaving = hasNext && finish.isSuccess
  const done = () => {
    if (isLeaving) onNext()
    else if (canFinish) finish.mutate(queueId, { onSuccess: onNext })
  }
  const skip = () => release.mutate(true, { onSuccess: onSkip })
  const mayReview = viewer?.permissions.includes('edit') === true
  useShortcut('e', done, {
    label: hasNext ? 'Reviewed, next' : 'Reviewed',
    group: 'Review',
    isOn: isOn && mayReview,
  })
  useShortcut('shift+s', skip, { label: 'Skip', group: 'Review', isOn: isOn && mayReview && onSkip !== undefined })
  return (
    <section
      aria-label="Review"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-panel px-4 py-2"
    >
      <ReviewState review={review} other={other?.name ?? null} onShowNew={onShowNew} />
      {mayReview ? (
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <OutcomeFields review={review} isOn={isOn} />
          {onSkip ? (
            <Button
              icon={<SkipForward aria-hidden="true" strokeWidth={1.5} />}
              onClick={skip}
              isBusy={release.isPending}
              hint="shift+s"
            >
              Skip
            </Button>
          ) : null}
          <Button variant="main" hint="e" onClick={done} isBusy={finish.isPending} disabled={isWrong || other !== null}>
            {hasNext ? 'Reviewed, next' : 'Reviewed'}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** How it stands, who else is at it, and what has come since. */
function ReviewState(props: { review: Review; other: string | null; onShowNew: ReviewBarProps['onShowNew'] }) {
  const { review: facts, reopen } = props.review
  const { newMessages, reviewedThroughSeq, reviewedAt } = facts
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2">
      {props.other ? (
        <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-ink">
          <Eye aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">{props.other} is looking</span>
        </span>
      ) : (
        <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-ink">
          <StatusMark review={facts} />
          <span className="truncate">{describeReview(facts)}</span>
        </span>
      )}
      {facts.score === null ? null : <span className="tabular-nums">score {facts.score}</span>}
      {reviewedAt ? (
        <span>
          reviewed <Time value={reviewedAt} />
        </span>
      ) : null}
      {newMessages > 0 ? (
        <Button
          size="small"
          variant="bare"
          disabled={!props.onShowNew}
          onClick={() => props.onShowNew?.(reviewedThroughSeq + 1)}
        >
          {formatQuantity(newMessages, 'message')} new since the review
        </Button>
      ) : null}
      {facts.status === 'reviewed' && !props.other ? (
        <Button size="small" variant="bare" onClick={() => reopen.mutate()} isBusy={reopen.isPending}>
          Open again
        </Button>
      ) : null}
    </div>
  )
}
