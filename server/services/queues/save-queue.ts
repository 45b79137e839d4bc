import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { seesTenant } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import {
  type CreateQueueInput,
  type DeleteQueueOutput,
  QUEUE_LIMIT,
  type UpdateQueueInput,
} from '../../schemas/reviews'
import { appendAuditEvent } from '../../store/audit'
import { deleteQueueRow, findQueue, listQueueRows, saveQueue } from '../../store/review-queues'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { reviewerOf } from '../reviews/person'
import { readQueueFilters, seesQueue } from './queue-pool'

/** @throws FORBIDDEN for a queue of every tenant, by a person who sees some of them only */
function assertOwnTenant({ principal }: ServiceContext, tenant: string | undefined): void {
  if (!seesTenant(principal, tenant)) {
    throw new LociError('FORBIDDEN', 'You see some tenants only: keep queues of one of those.')
  }
}

const nameIsTaken = () => new LociError('CONFLICT', 'A queue has this name: choose another one.')

/** @throws CONFLICT when the name is taken, or there are 50 queues already */
export function createQueue(ctx: ServiceContext, input: z.output<typeof CreateQueueInput>): Promise<{ id: string }> {
  const { id: createdBy } = reviewerOf(ctx.principal)
  assertOwnTenant(ctx, input.filters.tenant)
  return inTransaction(ctx.database.pools.application, async (client) => {
    if ((await listQueueRows(client)).length >= QUEUE_LIMIT) {
      throw new LociError('CONFLICT', `There are ${QUEUE_LIMIT} queues already: delete one first.`)
    }
    const id = uuidv7()
    if (!(await saveQueue(client, { ...input, id, filters: JSON.stringify(input.filters), createdBy }))) {
      throw nameIsTaken()
    }
    await appendAuditEvent(client, ctx, { action: 'queues.create', objectKind: 'queue', objectId: id })
    return { id }
  })
}

/**
 * Changes what is given of a queue. Who is at a thread of it keeps it.
 *
 * @throws NOT_FOUND; CONFLICT when the name is taken, or it is newer than `ifVersion`
 */
export function updateQueue(ctx: ServiceContext, input: z.output<typeof UpdateQueueInput>): Promise<{ id: string }> {
  const { id: createdBy } = reviewerOf(ctx.principal)
  const { id, ifVersion, filters, ...changes } = input
  return inTransaction(ctx.database.pools.application, async (client) => {
    const before = await findQueue(client, id, { lock: true })
    if (before === null || !seesQueue(ctx.principal, before)) throw notFound('queue')
    assertOwnTenant(ctx, readQueueFilters(before.filters).tenant)
    if (filters) assertOwnTenant(ctx, filters.tenant)
    if (ifVersion !== undefined && ifVersion !== before.version) {
      throw new LociError('CONFLICT', 'Somebody has saved this queue meanwhile: look at it again.')
    }
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const after = { ...before, ...given, createdBy, filters: filters ? JSON.stringify(filters) : before.filters }
    if (!(await saveQueue(client, after))) throw nameIsTaken()
    await appendAuditEvent(client, ctx, { action: 'queues.update', objectKind: 'queue', objectId: id })
    return { id }
  })
}

/** What has been reviewed stays so. */
export function deleteQueue(ctx: ServiceContext, { id }: { id: string }): Promise<z.infer<typeof DeleteQueueOutput>> {
  return inTransaction(ctx.database.pools.application, async (client) => {
    const before = await findQueue(client, id, { lock: true })
    if (before === null || !seesQueue(ctx.principal, before)) return { deleted: 0 }
    assertOwnTenant(ctx, readQueueFilters(before.filters).tenant)
    await deleteQueueRow(client, id)
    await appendAuditEvent(client, ctx, { action: 'queues.delete', objectKind: 'queue', objectId: id })
    return { deleted: 1 }
  })
}
