import type { ReviewRecordView } from '@/server/schemas/reviews'
import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { Time } from '../ui/time'

/** Stands after the last message that a review has seen. */
export function ReviewLine({ review, kind }: { review: ReviewRecordView; kind: MemoryKind }) {
  const { reviewer, outcome, createdAt } = review
  return (
    <div className="day-line">
      <MemoryRail kind={kind} isDecorative />
      <p>
        <span className="wrap-anywhere">
          Reviewed up to here by {reviewer}
          {outcome ? `, ${outcome}` : ''}, <Time value={createdAt} />
        </span>
      </p>
    </div>
  )
}
