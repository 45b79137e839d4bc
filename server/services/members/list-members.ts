import type { z } from 'zod'
import { requireEverything } from '../../auth/reach'
import type { ListMembersOutput, MemberView } from '../../schemas/members'
import { openLinks } from '../../store/account-links'
import { listMembers as listRows, type MemberRow, type SeenMemberRow } from '../../store/members'
import type { ServiceContext } from '../context'
import { viewLink } from './account-link'

/** Everybody who works or worked at the desk, and the links that nobody has used yet. */
export async function listMembers(ctx: ServiceContext): Promise<z.infer<typeof ListMembersOutput>> {
  requireEverything(ctx.principal)
  const pool = ctx.database.pools.application
  const [members, links] = await Promise.all([listRows(pool), openLinks(pool)])
  return { items: members.map(viewMember), links: links.map(viewLink) }
}

export function viewMember(row: MemberRow & Partial<Pick<SeenMemberRow, 'lastSeenAt'>>): MemberView {
  const { id, name, email, role, tenants, createdAt, disabledAt, lastSeenAt } = row
  return {
    id,
    name,
    email,
    role,
    tenants,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}
