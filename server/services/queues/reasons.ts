import type { z } from 'zod'
import { requireEverything } from '../../auth/reach'
import { LociError } from '../../errors'
import type { ReviewReasons } from '../../schemas/reviews'
import { appendAuditEvent } from '../../store/audit'
import { replaceReasons, listReasons as selectReasons } from '../../store/review-queues'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'

/** Why a thread may fail, in the order in which they are offered. */
export async function listReasons(ctx: ServiceContext): Promise<z.infer<typeof ReviewReasons>> {
  return { items: await selectReasons(ctx.database.pools.application) }
}

/** Puts a list in the place of the one there was; reviews keep the reasons that they were given. */
export async function setReasons(
  ctx: ServiceContext,
  { items }: z.infer<typeof ReviewReasons>,
): Promise<z.infer<typeof ReviewReasons>> {
  requireEverything(ctx.principal)
  if (new Set(items.map((item) => item.toLowerCase())).size < items.length) {
    throw new LociError('INVALID_INPUT', 'items: each reason once.')
  }
  await inTransaction(ctx.database.pools.application, async (client) => {
    await replaceReasons(client, items)
    await appendAuditEvent(client, ctx, {
      action: 'reasons.set',
      objectKind: 'reasons',
      objectId: 'reasons',
      details: { reasons: items.length },
    })
  })
  return { items }
}
