import type { QueueView } from '@/server/schemas/reviews'
import { describeFilters } from '../threads/thread-filters'
import type { ThreadFilterState } from '../threads/thread-search'
import { fromViewState } from '../threads/view-state'
import { formatQuantity } from '../ui/number-format'

/** The filters of a queue as the threads list has them. */
export function filtersOf({ filters }: Pick<QueueView, 'filters'>): ThreadFilterState {
  const { sort: _sort, cols: _cols, ...state } = fromViewState(filters)
  return state
}

/** `agent support, active last 7 days`; all of them without filters. */
export function describeQueueFilters(queue: Pick<QueueView, 'filters'>): string {
  const words = describeFilters(filtersOf(queue)).map(({ label, value }) => `${label} ${value}`)
  return words.length === 0 ? 'All threads' : words.join(', ')
}

/** `a sample of 20 %, 3 members, new messages open a thread again`. */
export function describeQueueRules({ share, members, reopens, claimMinutes }: QueueView): string {
  return [
    share === 100 ? 'every thread' : `a sample of ${share} %`,
    members.length === 0 ? 'for everybody' : `divided between ${formatQuantity(members.length, 'member')}`,
    `kept ${formatQuantity(claimMinutes, 'minute')}`,
    reopens ? 'new messages open a thread again' : 'new messages are only counted',
  ].join(', ')
}
