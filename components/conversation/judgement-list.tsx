'use client'

import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import type { ThreadView } from '@/server/schemas/threads'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { StatusMark } from '../review/status-mark'
import { Button } from '../ui/button'
import { formatQuantity } from '../ui/number-format'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { describeFeedback, describeRecord, type Judgement, judgementsOf } from './judgement-words'
import { PanelSection } from './panel-section'

interface JudgementListProps {
  thread: ThreadView
  onGoTo: (seq: number) => void
}

/** Who reviewed a thread, up to where and with what outcome, and what its end user said; newest first. */
export function JudgementList({ thread, onGoTo }: JudgementListProps) {
  const trpc = useTRPC()
  const { uid, review } = thread
  const reviews = useQuery(trpc.reviews.history.queryOptions({ uid }))
  const feedback = useQuery(trpc.feedback.list.queryOptions({ uid }))
  const failed = [reviews, feedback].find(({ isError, data }) => isError && !data)
  const items = judgementsOf(reviews.data?.items ?? [], feedback.data?.items ?? [])
  const isLoaded = reviews.isSuccess && feedback.isSuccess
  return (
    <PanelSection title="Reviews and feedback">
      {failed ? (
        <QueryError
          layout="inline"
          title="Reviews and feedback could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : null}
      {isLoaded || failed ? null : (
        <SkeletonRows rows={1} label="Loading reviews and feedback" className="[&>div]:px-0" />
      )}
      {isLoaded && items.length === 0 ? (
        <p className="text-12 text-ink-3">Nobody has reviewed it, and its end user has said nothing.</p>
      ) : null}
      {review.newMessages > 0 ? (
        <Button
          size="small"
          className="mb-1.5 justify-self-start"
          onClick={() => onGoTo(review.reviewedThroughSeq + 1)}
        >
          {formatQuantity(review.newMessages, 'message')} new since
        </Button>
      ) : null}
      <ul>
        {items.map((item) => (
          <li key={item.id} className="grid gap-0.5 border-line border-t py-1.75 text-12">
            <JudgementRow item={item} onGoTo={onGoTo} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function JudgementRow({ item, onGoTo }: { item: Judgement; onGoTo: (seq: number) => void }) {
  const { review, feedback } = item
  const seq = review ? review.throughSeq : feedback.seq
  return (
    <>
      <p className="flex items-start gap-1.5">
        <span className="mt-0.5 shrink-0">
          {review ? (
            <StatusMark review={{ status: 'reviewed', outcome: review.outcome }} />
          ) : (
            <MessageCircle aria-hidden="true" className="size-3.5" />
          )}
        </span>
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">
          {review ? describeRecord(review) : `${describeFeedback(feedback)}, said the end user`}
        </span>
        <Time value={item.createdAt} className="shrink-0 text-ink-3" />
      </p>
      {feedback?.comment ? (
        <p dir="auto" className="ps-5 text-ink-2 wrap-anywhere">
          {feedback.comment}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-1.5 ps-5 text-ink-2">
        <span className="min-w-0 wrap-anywhere">{review ? review.reviewer : (feedback.source ?? 'by API')}</span>
        {seq === null || seq === 0 ? null : (
          <button
            type="button"
            onClick={() => onGoTo(seq)}
            className="min-h-6 rounded-xs underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
          >
            {review ? `up to message ${seq}` : `on message ${seq}`}
          </button>
        )}
      </p>
    </>
  )
}
