import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { assertPassword } from '../../auth/password-rules'
import { LociError } from '../../errors'
import type { ChangePasswordInput } from '../../schemas/account'
import { appendAuditEvent } from '../../store/audit'
import { endSessions, passwordHashOf, saveName, savePasswordHash } from '../../store/operator-sessions'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { callerAsPerson } from '../people/caller-as-person'

/** What colleagues call one from now on. */
export async function renameSelf(ctx: ServiceContext, { name }: { name: string }): Promise<{ name: string }> {
  const { id } = callerAsPerson(ctx.principal)
  await inTransaction(ctx.database.pools.application, async (client) => {
    await saveName(client, id, name)
    await appendAuditEvent(client, ctx, { action: 'account.rename', objectKind: 'operator', objectId: id })
  })
  return { name }
}

/**
 * A new password for oneself; all other sessions end.
 *
 * @throws FORBIDDEN for a wrong current one, INVALID_INPUT for a weak new one, RATE_LIMITED after some wrong ones.
 */
export async function changePassword(ctx: ServiceContext, input: ChangePasswordInput): Promise<{ ended: number }> {
  const { id, email, sessionId } = callerAsPerson(ctx.principal)
  const pool = ctx.database.pools.application
  const hash = await passwordHashOf(pool, id)
  const attempt = async () => hash !== null && (await verifyPassword({ hash, password: input.current }))
  // Counted like tries to sign in: a browser that was left open must not be a way to guess.
  const isRight = await (ctx.countedTry ? ctx.countedTry(email, attempt) : attempt())
  if (!isRight) throw new LociError('FORBIDDEN', 'current: this is not your password.')
  assertPassword(input.password, email)
  const passwordHash = await hashPassword(input.password)
  return inTransaction(pool, async (client) => {
    await savePasswordHash(client, id, passwordHash)
    const ended = await endSessions(client, id, { except: sessionId })
    await appendAuditEvent(client, ctx, {
      action: 'account.changePassword',
      objectKind: 'operator',
      objectId: id,
      details: { endedSessions: ended },
    })
    return { ended }
  })
}
