import type { z } from 'zod'
import { BACKLOG_CAP, type ListQueuesOutput, type QueueView } from '../../schemas/reviews'
import { withReach } from '../../store/reach'
import { countWaiting, heldThreads } from '../../store/review-claims'
import { listQueueRows, type QueueRow } from '../../store/review-queues'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { reviewerOf } from '../reviews/person'
import { queuePool, readQueueFilters, seesQueue } from './queue-pool'

/** All queues by name, each with what waits in it, counted up to 1,000. */
export async function listQueues(ctx: ServiceContext): Promise<z.infer<typeof ListQueuesOutput>> {
  const { id: operatorId } = reviewerOf(ctx.principal)
  const pool = ctx.database.pools.application
  const rows = (await listQueueRows(pool)).filter((row) => seesQueue(ctx.principal, row))
  const held = await withReach(pool, callerReach(ctx.principal), ({ client }) => heldThreads(client, { operatorId }))
  const items: QueueView[] = []
  for (const row of rows) {
    const { count, oldestAt } = await waitingIn(ctx, row)
    const { id, name, share, claimMinutes, reopens, members, version } = row
    items.push({
      ...{ id, name, share, claimMinutes, reopens, members, version },
      filters: readQueueFilters(row.filters),
      updatedAt: row.updatedAt.toISOString(),
      backlog: { count, capped: count >= BACKLOG_CAP },
      oldestAt: oldestAt?.toISOString() ?? null,
      isMember: members.length === 0 || members.includes(operatorId),
      holding: held.find(({ queueId }) => queueId === id)?.uid ?? null,
    })
  }
  return { items }
}

/** What waits in a queue, for whomever. */
export function waitingIn(ctx: ServiceContext, row: QueueRow): Promise<{ count: number; oldestAt: Date | null }> {
  const { reach, filter } = queuePool(row, { principal: ctx.principal, now: Date.now() })
  return withReach(ctx.database.pools.application, reach, ({ client, scopeId }) =>
    countWaiting(client, { pool: { reach, scopeId, filter, share: row.share }, cap: BACKLOG_CAP }),
  )
}
