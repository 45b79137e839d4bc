import type { z } from 'zod'
import { LociError } from '../../errors'
import type { EndSessionsInput, ListSessionsOutput } from '../../schemas/account'
import { appendAuditEvent } from '../../store/audit'
import { endSessions, openSessions } from '../../store/operator-sessions'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { callerAsPerson } from '../people/caller-as-person'

export async function listSessions(ctx: ServiceContext): Promise<z.infer<typeof ListSessionsOutput>> {
  const { id, sessionId } = callerAsPerson(ctx.principal)
  const rows = await openSessions(ctx.database.pools.application, id)
  const items = rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    userAgent: row.userAgent || null,
    address: row.address || null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
  return { items }
}

/**
 * Ends a session of one's own, or all but the one that asks; its next request is nobody's.
 *
 * @throws NOT_FOUND for one that is not open, or somebody else's.
 */
export async function endOwnSessions(
  ctx: ServiceContext,
  input: z.output<typeof EndSessionsInput>,
): Promise<{ ended: number }> {
  const { id, sessionId } = callerAsPerson(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const ended = await endSessions(client, id, 'id' in input ? { id: input.id } : { except: sessionId })
    if (ended === 0 && 'id' in input) throw new LociError('NOT_FOUND', 'No such session.')
    await appendAuditEvent(client, ctx, {
      action: 'account.endSessions',
      objectKind: 'operator',
      objectId: id,
      details: { ended },
    })
    return { ended }
  })
}
