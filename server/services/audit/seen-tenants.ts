import type { Principal } from '../../auth/principal'

/**
 * Whose lines a caller sees: those of its tenants, null is every line there is. What belongs to the installation is no
 * tenant's, so people who are limited do not see it.
 */
export function seenTenants(principal: Principal): readonly string[] | null {
  return principal.kind === 'operator' ? (principal.tenants?.filter((tenant) => tenant !== '') ?? null) : null
}
