import type { Principal } from '../../auth/principal'
import { seesTenant } from '../../auth/reach'
import type { KeyReach, KeyRight } from '../../schemas/keys'

/** What bounds a key: where it reaches, what it may do, for which agents (none named: all). */
export interface KeyBounds {
  reach: KeyReach
  rights: readonly KeyRight[]
  agents: readonly string[]
}

/**
 * Whether the caller may make, see or revoke a key with these bounds: people may, within the tenants that they see, a key only
 * within its own (S2). Developers' keys are those of agents, by name, and make no keys themselves.
 */
export function coversKey(principal: Principal, wanted: KeyBounds): boolean {
  if (principal.kind === 'anonymous') return false
  if (principal.kind === 'operator' && principal.role === 'developer') {
    if (wanted.agents.length === 0 || wanted.rights.includes('admin')) return false
  }
  if (principal.kind !== 'key') {
    return seesTenant(principal, wanted.reach.kind === 'all' ? undefined : wanted.reach.tenant)
  }
  return (
    coversReach(principal.reach, wanted.reach) &&
    wanted.rights.every((right) => principal.rights.includes(right)) &&
    (principal.agents.length === 0 ||
      (wanted.agents.length > 0 && wanted.agents.every((agent) => principal.agents.includes(agent))))
  )
}

function coversReach(own: KeyReach, wanted: KeyReach): boolean {
  if (own.kind === 'all') return true
  if (wanted.kind === 'all' || own.tenant !== wanted.tenant) return false
  return own.kind === 'tenant' || (wanted.kind === 'scope' && own.subject === wanted.subject)
}
