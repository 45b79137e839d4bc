import { hashPassword } from 'better-auth/crypto'
import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { assertPassword } from '../../auth/password-rules'
import { LociError } from '../../errors'
import type { AcceptLinkInput, OpenLinkOutput } from '../../schemas/members'
import { type AccountLinkRow, endLink, findLink } from '../../store/account-links'
import { appendAuditEvent } from '../../store/audit'
import { limitToTenants, lockMember, memberByEmail } from '../../store/members'
import { endSessions, savePasswordHash } from '../../store/operator-sessions'
import { insertOperator } from '../../store/operators'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { deadLink, hashOfToken } from './account-link'

/** What a link is for; it is not used up by that. @throws NOT_FOUND for one that does not work. */
export async function openLink(
  ctx: ServiceContext,
  { token }: { token: string },
): Promise<z.infer<typeof OpenLinkOutput>> {
  const link = await findLink(ctx.database.pools.application, hashOfToken(token))
  if (!link) throw deadLink()
  return { kind: link.kind, email: link.email, expiresAt: link.expiresAt.toISOString() }
}

/**
 * Uses a link up: makes the account that it invites to, or sets the member's new password and ends all their sessions.
 * Then signs them in.
 *
 * @throws NOT_FOUND for a link that does not work, INVALID_INPUT for a weak password or a missing name.
 */
export async function acceptLink(ctx: ServiceContext, input: AcceptLinkInput): Promise<{ email: string }> {
  const pool = ctx.database.pools.application
  const tokenHash = hashOfToken(input.token)
  const found = await findLink(pool, tokenHash)
  if (!found) throw deadLink()
  if (found.kind === 'invitation' && input.name === undefined) {
    throw new LociError('INVALID_INPUT', 'name: say what colleagues call you.')
  }
  assertPassword(input.password, found.email)
  // Hashing takes a while on purpose, so it happens before the row is locked.
  const passwordHash = await hashPassword(input.password)
  await inTransaction(pool, async (client) => {
    const link = await findLink(client, tokenHash, { lock: true })
    if (!link) throw deadLink()
    await endLink(client, link.id)
    const name = input.name ?? ''
    await (link.kind === 'invitation' ? join : reset)(ctx, client, { link, name, passwordHash })
  })
  await ctx.signIn?.({ email: found.email, password: input.password })
  return { email: found.email }
}

interface Accepted {
  link: AccountLinkRow
  name: string
  passwordHash: string
}

async function join(ctx: ServiceContext, client: PoolClient, { link, name, passwordHash }: Accepted): Promise<void> {
  const { email, role, tenants } = link
  if (role === null) throw new Error('an invitation without a role')
  if (await memberByEmail(client, email)) throw deadLink()
  const id = uuidv7()
  await insertOperator(client, { id, email, name, role, passwordHash, accountRowId: uuidv7() })
  if (tenants !== null) await limitToTenants(client, id, tenants)
  await appendAuditEvent(client, ctx, {
    action: 'members.join',
    objectKind: 'operator',
    objectId: id,
    details: { link: link.id, role, tenants },
  })
}

async function reset(ctx: ServiceContext, client: PoolClient, { link, passwordHash }: Accepted): Promise<void> {
  const member = link.operatorId === null ? null : await lockMember(client, link.operatorId)
  if (!member || member.disabledAt) throw deadLink()
  await savePasswordHash(client, member.id, passwordHash)
  const endedSessions = await endSessions(client, member.id, { except: undefined })
  await appendAuditEvent(client, ctx, {
    action: 'members.setPassword',
    objectKind: 'operator',
    objectId: member.id,
    details: { link: link.id, endedSessions },
  })
}
