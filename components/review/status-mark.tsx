import { Circle, CircleCheck, CircleX } from 'lucide-react'
import type { ReviewFacts, ReviewStatus } from '@/server/schemas/review-facts'

export const statusWords: Record<ReviewStatus, string> = {
  open: 'Open',
  'in-review': 'In review',
  reviewed: 'Reviewed',
}
export const outcomeWords = { pass: 'Pass', fail: 'Fail' } as const

/** The status as a shape: ring open, half in review, check reviewed, cross failed. */
export function StatusMark({ review }: { review: Pick<ReviewFacts, 'status' | 'outcome'> }) {
  const { status, outcome } = review
  const style = 'size-3.5 shrink-0'
  if (status === 'in-review') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className={style}>
        <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M12 2a10 10 0 0 1 0 20Z" fill="currentColor" />
      </svg>
    )
  }
  if (status === 'open') return <Circle aria-hidden="true" className={style} />
  return outcome === 'fail' ? (
    <CircleX aria-hidden="true" className={style} />
  ) : (
    <CircleCheck aria-hidden="true" className={style} />
  )
}

/** `Reviewed`, `Pass`, `Fail: Tone`; never by the shape alone. */
export function describeReview({ status, outcome, reasons }: ReviewFacts): string {
  if (status !== 'reviewed' || outcome === null) return statusWords[status]
  return outcome === 'fail' && reasons.length > 0 ? `Fail: ${reasons.join(', ')}` : outcomeWords[outcome]
}
