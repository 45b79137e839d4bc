import { actorName } from '../../auth/principal'
import { LociError } from '../../errors'
import type { HoldView } from '../../schemas/holds'
import { appendAuditEvent } from '../../store/audit'
import { liftHold as markLifted } from '../../store/legal-holds'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { viewHold } from './hold-view'

/** Ends a hold; what it kept goes as it would have gone, the trash from the next purge on. Audited.
 * @throws NOT_FOUND where none of that id stands
 */
export function liftHold(ctx: ServiceContext, { id }: { id: string }): Promise<HoldView> {
  return withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const hold = await markLifted(client, { id, liftedBy: actorName(ctx.principal) })
    if (!hold) throw new LociError('NOT_FOUND', 'No such hold stands.')
    await appendAuditEvent(client, ctx, {
      tenant: hold.tenant,
      action: 'holds.lift',
      objectKind: 'hold',
      objectId: hold.id,
      details: { on: hold.subject === null ? 'tenant' : 'subject' },
    })
    return viewHold(hold)
  })
}
