import type { z } from 'zod'
import { requireReach } from '../../auth/reach'
import type { ThreadsImpactInput, ThreadsImpactOutput } from '../../schemas/impact'
import { TRASH_KEPT_DAYS } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { countImpact } from '../../store/threads-impact'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'

/** What deleting some living threads, or all that match, would take along; said before it is done. */
export async function threadsImpact(
  ctx: ServiceContext,
  input: z.output<typeof ThreadsImpactInput>,
): Promise<z.infer<typeof ThreadsImpactOutput>> {
  const isNamed = 'uids' in input
  const reach = isNamed ? callerReach(ctx.principal) : requireReach(ctx.principal, input)
  const target = isNamed ? input : { filter: { ...input.filters, deleted: false } }
  const pool = isNamed ? ctx.database.pools.application : ctx.database.pools.background
  const counted = await withReach(pool, reach, ({ client, scopeId }) => countImpact(client, { reach, scopeId, target }))
  return { ...counted, keptDays: TRASH_KEPT_DAYS }
}
