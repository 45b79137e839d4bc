import type { ScopeSummary } from '@/server/schemas/scopes'

/** A line of the scopes screen: a tenant with what its scopes hold together, or one of them. */
export interface ScopeRow {
  id: string
  kind: 'tenant' | 'scope'
  tenant: string
  /** '' where there is none, and for a tenant's own line. */
  subject: string
  threads: number
  messages: number
  tokens: number
  lastMessageAt: string | null
  /** More of this tenant is still on the server, or filtered away: its sums are not whole. */
  isPartial: boolean
}

/** The scopes, which come by tenant and subject, under a line for each tenant. `isWhole`: no page and no filter is left. */
export function groupByTenant(
  scopes: readonly ScopeSummary[],
  { hasMore, isFiltered }: { hasMore: boolean; isFiltered: boolean },
): ScopeRow[] {
  const rows: ScopeRow[] = []
  let tenant: ScopeRow | undefined
  for (const { scope, threads, messages, tokens, lastMessageAt } of scopes) {
    if (tenant?.tenant !== scope.tenant) {
      tenant = {
        id: JSON.stringify([scope.tenant]),
        kind: 'tenant',
        tenant: scope.tenant,
        subject: '',
        threads: 0,
        messages: 0,
        tokens: 0,
        lastMessageAt: null,
        isPartial: isFiltered,
      }
      rows.push(tenant)
    }
    tenant.threads += threads
    tenant.messages += messages
    tenant.tokens += tokens
    tenant.lastMessageAt = newer(tenant.lastMessageAt, lastMessageAt)
    rows.push({
      id: JSON.stringify([scope.tenant, scope.subject]),
      kind: 'scope',
      ...scope,
      threads,
      messages,
      tokens,
      lastMessageAt,
      isPartial: false,
    })
  }
  if (tenant && hasMore) tenant.isPartial = true
  return rows
}

function newer(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right
  return Date.parse(left) >= Date.parse(right) ? left : right
}
