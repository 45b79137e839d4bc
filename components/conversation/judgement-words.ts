import type { FeedbackView } from '@/server/schemas/feedback'
import type { ReviewRecordView } from '@/server/schemas/reviews'
import { outcomeWords } from '../review/status-mark'
import { formatShare } from '../ui/number-format'

/** What somebody made of a thread: a review of the desk, or a word of the end user. */
export type Judgement = { id: string; createdAt: string } & (
  | { review: ReviewRecordView; feedback?: undefined }
  | { feedback: FeedbackView; review?: undefined }
)

/** Both kinds in one order, newest first. */
export function judgementsOf(reviews: readonly ReviewRecordView[], feedback: readonly FeedbackView[]): Judgement[] {
  return [
    ...reviews.map((review) => ({ id: review.id, createdAt: review.createdAt, review })),
    ...feedback.map((each) => ({ id: each.id, createdAt: each.createdAt, feedback: each })),
  ].toSorted((left, right) => right.createdAt.localeCompare(left.createdAt) || right.id.localeCompare(left.id))
}

/** `Fail: Tone, score 20`. */
export function describeRecord({ outcome, reasons, score }: ReviewRecordView): string {
  const came = outcome === null ? 'Reviewed' : outcomeWords[outcome]
  const why = reasons.length > 0 ? `: ${reasons.join(', ')}` : ''
  return `${came}${why}${score === null ? '' : `, score ${score}`}`
}

/** `Bad`, `Good`, or a share in between. */
export function describeFeedback({ value }: FeedbackView): string {
  if (value === 0) return 'Bad'
  return value === 1 ? 'Good' : `${formatShare(value, 1)} good`
}
