import type { InviteMemberInput } from '@/server/schemas/members'
import type { OperatorRole } from '@/server/schemas/setup'

export const roleWords: Record<OperatorRole, { label: string; description: string }> = {
  observer: { label: 'Observer', description: 'Lists and figures; what was said only for a reason' },
  reviewer: { label: 'Reviewer', description: 'Reads, reviews, tags and takes notes' },
  lead: { label: 'Lead', description: 'Also queues, assignment, forks, exports, the trash' },
  developer: { label: 'Developer', description: 'Reads; sets up agents, windows and keys' },
  auditor: { label: 'Auditor', description: 'Audit log and settings, nothing that was said' },
  admin: { label: 'Admin', description: 'Everything, with members' },
}

/** In the order in which they may do more. */
export const roles = (Object.keys(roleWords) as OperatorRole[]).map((value) => ({ value, ...roleWords[value] }))

/** The tenants in a text with commas or line breaks between them; null, which is every one, for none. */
export function readTenants(text: string): InviteMemberInput['tenants'] {
  const names = text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length === 0 ? null : [...new Set(names)]
}

export function tenantWords(tenants: readonly string[] | null): string {
  return tenants === null ? 'all tenants' : tenants.join(', ')
}
