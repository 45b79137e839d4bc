import { z } from 'zod'
import type { Principal } from '../../auth/principal'
import { isLimited, type Reach, seesTenant, tenantOf } from '../../auth/reach'
import { ThreadFilters } from '../../schemas/threads'
import type { ThreadFilter } from '../../store/threads-filter'

/** How far a job sees, as its order keeps it. */
export const StoredReach: z.ZodType<Reach> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scope'), tenant: z.string(), subject: z.string() }),
  z.object({ kind: z.literal('tenant'), tenant: z.string() }),
  z.object({ kind: z.literal('tenants'), tenants: z.array(z.string()) }),
  z.object({ kind: z.literal('all') }),
])

/** Which threads a job means, as its order keeps it. */
export const StoredThreadFilter: z.ZodType<ThreadFilter> = z.object(ThreadFilters)

const Placed = z.object({ reach: StoredReach.optional(), scope: z.object({ tenant: z.string() }).optional() })

/** Whether all that a job was told to look at is in tenants that the caller sees now. `input` is its JSON text. */
export function seesOrder(principal: Principal, input: string): boolean {
  if (!isLimited(principal)) return true
  const order = Placed.safeParse(JSON.parse(input))
  if (!order.success) return false
  const { reach, scope } = order.data
  if (scope && !seesTenant(principal, scope.tenant)) return false
  if (reach === undefined) return true
  if (reach.kind === 'tenants') return reach.tenants.every((tenant) => seesTenant(principal, tenant))
  return seesTenant(principal, tenantOf(reach) ?? undefined)
}
