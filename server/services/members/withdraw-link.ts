import { requireEverything } from '../../auth/reach'
import { LociError } from '../../errors'
import { endLink } from '../../store/account-links'
import { appendAuditEvent } from '../../store/audit'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'

/** @throws NOT_FOUND for a link that does not work any more. */
export async function withdrawLink(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  requireEverything(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const ended = await endLink(client, id)
    if (!ended) throw new LociError('NOT_FOUND', 'No such link.')
    await appendAuditEvent(client, ctx, {
      action: 'members.withdrawLink',
      objectKind: 'account_link',
      objectId: id,
      details: { kind: ended.kind, email: ended.email },
    })
    return { id }
  })
}
