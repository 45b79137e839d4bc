import type { KeyReach, KeyRight } from '../schemas/keys'
import type { OperatorRole } from '../schemas/setup'

/** Who makes a call. Keys are agents' processes; operators are people; the system is the process itself. */
export type Principal =
  | { kind: 'anonymous' }
  | { kind: 'key'; id: string; name: string; reach: KeyReach; rights: readonly KeyRight[]; agents: readonly string[] }
  | {
      kind: 'operator'
      id: string
      email: string
      name: string
      role: OperatorRole
      /** Whose threads the person sees; null is every tenant's. */
      tenants: readonly string[] | null
      /** The session that asks; absent where the process itself acts for somebody. */
      sessionId?: string
    }
  | { kind: 'system' }

/** The name under which a principal stands in entries, settings and the audit log. */
export function actorName(principal: Principal): string {
  switch (principal.kind) {
    case 'anonymous':
      return 'anonymous'
    case 'key':
      return `key:${principal.name}`
    case 'operator':
      return principal.email
    case 'system':
      return 'system'
  }
}

/** The same principal for ever, whatever it is called: who owns a job. */
export function principalId(principal: Principal): string {
  return principal.kind === 'key' || principal.kind === 'operator'
    ? `${principal.kind}:${principal.id}`
    : principal.kind
}
