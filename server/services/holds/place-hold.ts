import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { actorName } from '../../auth/principal'
import { requireReach } from '../../auth/reach'
import { LociError } from '../../errors'
import type { HoldView, PlaceHoldInput } from '../../schemas/holds'
import { appendAuditEvent } from '../../store/audit'
import { insertHold } from '../../store/legal-holds'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { viewHold } from './hold-view'

/**
 * Puts a tenant, or one subject of it, under legal hold: from now on nothing of it is purged, erased or redacted. It need
 * not hold anything yet. Audited, without the subject's name and the reason.
 *
 * @throws CONFLICT when one stands there already
 */
export function placeHold(ctx: ServiceContext, input: z.output<typeof PlaceHoldInput>): Promise<HoldView> {
  const { tenant, subject, reason } = input
  const reach = requireReach(ctx.principal, { scope: undefined, scopePattern: { tenant } })
  return withReach(ctx.database.pools.application, reach, async ({ client }) => {
    const placedBy = actorName(ctx.principal)
    const hold = await insertHold(client, { tenant, id: uuidv7(), subject: subject ?? null, reason, placedBy })
    if (!hold) throw new LociError('CONFLICT', 'It is under legal hold already.')
    await appendAuditEvent(client, ctx, {
      tenant,
      action: 'holds.place',
      objectKind: 'hold',
      objectId: hold.id,
      details: { on: subject === undefined ? 'tenant' : 'subject' },
    })
    return viewHold(hold)
  })
}
