import type { HoldView } from '../../schemas/holds'
import type { HoldRow } from '../../store/legal-holds'

export function viewHold({ placedAt, liftedAt, ...hold }: HoldRow): HoldView {
  return { ...hold, placedAt: placedAt.toISOString(), liftedAt: liftedAt?.toISOString() ?? null }
}
