import { isSameScope, type Scope, type ScopePattern } from '../../memory/scope'
import { LociError } from '../errors'
import type { Principal } from './principal'

/** How far one call sees: exactly one scope, every subject of a tenant or of some tenants, or everything. */
export type Reach =
  | { kind: 'scope'; tenant: string; subject: string }
  | { kind: 'tenant'; tenant: string }
  | { kind: 'tenants'; tenants: readonly string[] }
  | { kind: 'all' }

/**
 * The one scope that a call works in (S2). A key bound to an exact scope supplies it when the call names none.
 *
 * @throws INVALID_INPUT when a scope must be named, FORBIDDEN when the key does not cover it, whatever it holds.
 */
export function requireScope(principal: Principal, scope: Scope | undefined): Scope {
  if (principal.kind === 'key' && principal.reach.kind === 'scope') {
    const own = { tenant: principal.reach.tenant, subject: principal.reach.subject }
    if (scope !== undefined && !isSameScope(scope, own)) throw notCovered()
    return own
  }
  if (scope === undefined)
    throw new LociError('INVALID_INPUT', 'Name a scope: this caller is not bound to a single one.')
  if (principal.kind === 'key' && principal.reach.kind === 'tenant' && scope.tenant !== principal.reach.tenant) {
    throw notCovered()
  }
  if (principal.kind === 'anonymous') throw new LociError('UNAUTHENTICATED', 'Sign in, or send an API key.')
  if (principal.kind === 'operator') assertTenant(principal, scope.tenant)
  return scope
}

/** What a person sees when nothing is named: everything, or the tenants that they are limited to. */
export function reachOfPerson({ tenants }: { tenants: readonly string[] | null }): Reach {
  if (tenants === null) return { kind: 'all' }
  const [only, ...others] = tenants
  // One alone has the statements and the plans of a tenant.
  return only !== undefined && others.length === 0 ? { kind: 'tenant', tenant: only } : { kind: 'tenants', tenants }
}

/**
 * For what holds for the whole installation and could tell of every tenant, or change what each of them gets.
 *
 * @throws FORBIDDEN for a key that covers less, and for people who are limited to tenants
 */
export function requireEverything(principal: Principal): void {
  if (requireReach(principal, { scopePattern: { all: true } }).kind !== 'all') {
    throw new LociError('FORBIDDEN', 'This holds for every tenant, and you see some of them only.')
  }
}

/** Whether a caller sees all that stands in a tenant, by its name alone; undefined is what is no tenant's. */
export function seesTenant(principal: Principal, tenant: string | undefined): boolean {
  if (principal.kind !== 'operator' || principal.tenants === null) return true
  return tenant !== undefined && principal.tenants.includes(tenant)
}

/** Whether this is a person who sees some tenants only. */
export function isLimited(principal: Principal): boolean {
  return principal.kind === 'operator' && principal.tenants !== null
}

/** The tenant that a reach stays in; null where it crosses tenants. */
export function tenantOf(reach: Reach): string | null {
  return reach.kind === 'scope' || reach.kind === 'tenant' ? reach.tenant : null
}

/**
 * The reach of a call that may cross scopes by name (`scopePattern`). Naming neither scope nor pattern works for a key
 * with an exact scope only: a missing scope denies, it never widens (S2). For a person who is limited to tenants, all of
 * them is everything there is.
 */
export function requireReach(
  principal: Principal,
  named: { scope?: Scope | undefined; scopePattern?: ScopePattern | undefined },
): Reach {
  const { scope, scopePattern } = named
  if (scope !== undefined && scopePattern !== undefined) {
    throw new LociError('INVALID_INPUT', 'Name a scope or a scopePattern, not both.')
  }
  if (scopePattern === undefined) return { kind: 'scope', ...requireScope(principal, scope) }
  const wanted: Reach = 'tenant' in scopePattern ? { kind: 'tenant', tenant: scopePattern.tenant } : { kind: 'all' }
  if (principal.kind === 'anonymous') throw new LociError('UNAUTHENTICATED', 'Sign in, or send an API key.')
  if (principal.kind === 'key') {
    const own = principal.reach
    const isCovered =
      own.kind === 'all' || (own.kind === 'tenant' && wanted.kind === 'tenant' && own.tenant === wanted.tenant)
    if (!isCovered) throw notCovered()
  }
  if (principal.kind === 'operator') {
    if (wanted.kind === 'all') return reachOfPerson(principal)
    if (wanted.kind === 'tenant') assertTenant(principal, wanted.tenant)
  }
  return wanted
}

/** @throws FORBIDDEN when a key is bound to agents and this is none of them. */
export function assertAgent(principal: Principal, agentName: string | undefined): void {
  if (principal.kind !== 'key' || principal.agents.length === 0) return
  if (agentName === undefined || !principal.agents.includes(agentName)) {
    throw new LociError('FORBIDDEN', 'This key is bound to other agents; name one of its own as agentName.')
  }
}

/** @throws FORBIDDEN by the name alone, whether there is such a tenant or not (S3) */
function assertTenant({ tenants }: { tenants: readonly string[] | null }, tenant: string): void {
  if (tenants !== null && !tenants.includes(tenant)) throw new LociError('FORBIDDEN', 'You do not see that tenant.')
}

function notCovered(): LociError {
  return new LociError('FORBIDDEN', 'This key does not cover that scope.')
}
