import type { Principal } from '../../auth/principal'
import { type Reach, seesTenant } from '../../auth/reach'
import { QueueFilters } from '../../schemas/reviews'
import type { QueueRow } from '../../store/review-queues'
import type { ThreadFilter } from '../../store/threads-filter'
import { callerReach } from '../caller-reach'

const presets: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
}
const DAY = 86_400_000

/** The instants that a time filter of a view stands for; days are UTC, both ends inclusive. `now` in ms. */
function boundsOf(text: string | undefined, now: number): { after?: string; before?: string } {
  if (text === undefined) return {}
  const preset = presets[text]
  if (preset !== undefined) return { after: new Date(now - preset).toISOString() }
  const [from = '', to = ''] = text.split('..')
  const start = Date.parse(`${from}T00:00:00Z`)
  const end = Date.parse(`${to}T00:00:00Z`)
  return {
    ...(Number.isNaN(start) ? {} : { after: new Date(start).toISOString() }),
    ...(Number.isNaN(end) ? {} : { before: new Date(end + DAY).toISOString() }),
  }
}

/**
 * Whether a person sees a queue: one of a tenant that they see, or of every tenant, of which they then see their part.
 */
export function seesQueue(principal: Principal, row: Pick<QueueRow, 'filters'>): boolean {
  const { tenant } = readQueueFilters(row.filters)
  return tenant === undefined || seesTenant(principal, tenant)
}

/** Where a queue looks for a person, and for what. A field that nobody knows any more is left out. */
export function queuePool(
  row: Pick<QueueRow, 'filters'>,
  { principal, now }: { principal: Principal; now: number },
): { reach: Reach; filter: ThreadFilter } {
  const { tenant, subject, active, created, tags, ...rest } = readQueueFilters(row.filters)
  const isActive = boundsOf(active, now)
  const isCreated = boundsOf(created, now)
  const reach: Reach =
    tenant === undefined
      ? callerReach(principal)
      : subject === undefined
        ? { kind: 'tenant', tenant }
        : { kind: 'scope', tenant, subject }
  return {
    reach,
    filter: {
      ...rest,
      ...(tags ? { tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])) } : {}),
      activeAfter: isActive.after,
      activeBefore: isActive.before,
      createdAfter: isCreated.after,
      createdBefore: isCreated.before,
      deleted: false,
    },
  }
}

/** The filters of a queue; what an older version wrote and nobody knows any more is left out. */
export function readQueueFilters(text: string): QueueFilters {
  const stored: unknown = JSON.parse(text)
  if (typeof stored !== 'object' || stored === null) return {}
  const known = Object.entries(stored).filter(([name, value]) => QueueFilters.safeParse({ [name]: value }).success)
  return QueueFilters.parse(Object.fromEntries(known))
}
