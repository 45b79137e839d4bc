import { requireEverything } from '../../auth/reach'
import { LociError } from '../../errors'
import type { MemberView, UpdateMemberInput } from '../../schemas/members'
import { endLinksOf } from '../../store/account-links'
import { appendAuditEvent } from '../../store/audit'
import { lockAdmins, lockMember, saveMember } from '../../store/members'
import { endSessions } from '../../store/operator-sessions'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { viewMember } from './list-members'

/**
 * Changes what a member may do and sees, or lets them in no longer. Nobody is removed: what they did refers to them. It
 * holds with their next request.
 *
 * @throws NOT_FOUND for nobody's id, CONFLICT where no admin of all tenants would be left.
 */
export async function updateMember(ctx: ServiceContext, input: UpdateMemberInput): Promise<MemberView> {
  requireEverything(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const admins = await lockAdmins(client)
    const member = await lockMember(client, input.id)
    if (!member) throw new LociError('NOT_FOUND', 'No such member.')
    const before = { role: member.role, tenants: member.tenants, isDisabled: member.disabledAt !== null }
    const after = {
      role: input.role ?? before.role,
      tenants: input.tenants === undefined ? before.tenants : input.tenants,
      isDisabled: input.isDisabled ?? before.isDisabled,
    }
    const staysAdmin = after.role === 'admin' && after.tenants === null && !after.isDisabled
    if (admins.includes(member.id) && !staysAdmin && admins.length === 1) {
      throw new LociError('CONFLICT', 'This is the last admin of all tenants: make somebody else one first.')
    }
    await saveMember(client, { id: member.id, ...after })
    const ended = after.isDisabled ? await endSessions(client, member.id, { except: undefined }) : 0
    if (after.isDisabled) await endLinksOf(client, member.email)
    await appendAuditEvent(client, ctx, {
      action: 'members.update',
      objectKind: 'operator',
      objectId: member.id,
      details: { before, after, ...(ended > 0 ? { endedSessions: ended } : {}) },
    })
    const changed = await lockMember(client, member.id)
    return viewMember(changed ?? member)
  })
}
