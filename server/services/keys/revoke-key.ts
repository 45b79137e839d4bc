import { notFound } from '../../errors'
import type { KeyView } from '../../schemas/keys'
import { appendAuditEvent } from '../../store/audit'
import { lockKey, setKeyRevoked } from '../../store/keys'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { coversKey } from './key-cover'
import { toKeyView } from './key-view'

/**
 * Revokes a key for good; every process refuses it within a second. Revoking it again changes nothing.
 *
 * @throws NOT_FOUND for a key that is absent or that the caller does not cover.
 */
export async function revokeKey(ctx: ServiceContext, { id }: { id: string }): Promise<KeyView> {
  return inTransaction(ctx.database.pools.application, async (client) => {
    const key = await lockKey(client, id)
    if (!key || !coversKey(ctx.principal, key)) throw notFound('key')
    if (key.revokedAt !== null) return toKeyView(key)
    await setKeyRevoked(client, id)
    await appendAuditEvent(client, ctx, {
      action: 'keys.revoke',
      objectKind: 'key',
      objectId: id,
      details: { name: key.name },
    })
    const revoked = await lockKey(client, id)
    return toKeyView(revoked ?? key)
  })
}
