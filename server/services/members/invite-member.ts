import type { z } from 'zod'
import { requireEverything } from '../../auth/reach'
import { LociError } from '../../errors'
import type { InviteMemberInput, MadeLinkOutput } from '../../schemas/members'
import { appendAuditEvent } from '../../store/audit'
import { lockMember, memberByEmail } from '../../store/members'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { makeLink } from './account-link'

type MadeLink = z.infer<typeof MadeLinkOutput>

/**
 * A link that lets somebody join the desk, for 7 days and once. A newer one for the same address replaces it.
 *
 * @throws CONFLICT when the address has an account, FORBIDDEN for people who are limited to tenants.
 */
export async function inviteMember(ctx: ServiceContext, input: InviteMemberInput): Promise<MadeLink> {
  requireEverything(ctx.principal)
  const email = input.email.toLowerCase()
  const { role, tenants } = input
  return inTransaction(ctx.database.pools.application, async (client) => {
    if (await memberByEmail(client, email)) {
      throw new LociError('CONFLICT', 'Somebody with this address is a member already, perhaps a disabled one.')
    }
    const made = await makeLink(ctx, client, { kind: 'invitation', email, operatorId: null, role, tenants })
    await appendAuditEvent(client, ctx, {
      action: 'members.invite',
      objectKind: 'account_link',
      objectId: made.link.id,
      details: { email, role, tenants },
    })
    return made
  })
}

/**
 * A link with which a member sets a new password, for 24 hours and once. Until then the old one works.
 *
 * @throws NOT_FOUND for nobody's id, CONFLICT for a disabled member.
 */
export async function resetMemberPassword(ctx: ServiceContext, { id }: { id: string }): Promise<MadeLink> {
  requireEverything(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const member = await lockMember(client, id)
    if (!member) throw new LociError('NOT_FOUND', 'No such member.')
    if (member.disabledAt) throw new LociError('CONFLICT', 'This member is disabled: enable them first.')
    const of = { kind: 'reset', email: member.email, operatorId: id, role: null, tenants: null } as const
    const made = await makeLink(ctx, client, of)
    await appendAuditEvent(client, ctx, {
      action: 'members.resetPassword',
      objectKind: 'operator',
      objectId: id,
      details: { link: made.link.id },
    })
    return made
  })
}
