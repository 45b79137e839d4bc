import type { z } from 'zod'
import type { CheckChainsInput, CheckChainsOutput } from '../../schemas/audit'
import { type ChainPosition, checkChainPart } from '../../store/audit-chain'
import type { ServiceContext } from '../context'
import { seenTenants } from './seen-tenants'

/** Lines that one statement looks at. */
const PART = 20_000
const MOST_BROKEN = 100

/**
 * Whether the lines of the audit log are as they were written: none changed, none taken out from between others. Lines
 * that were cut off at the end of a chain are found by their numbers in an earlier export alone.
 */
export async function checkChains(
  ctx: ServiceContext,
  { tenant }: z.output<typeof CheckChainsInput>,
): Promise<CheckChainsOutput> {
  const seen = seenTenants(ctx.principal)
  const tenants = tenant === undefined ? seen : [tenant].filter((one) => seen === null || seen.includes(one))
  const broken = new Map<string, number>()
  let chains = 0
  let events = 0
  let behind: ChainPosition | null = null
  for (;;) {
    const part = await checkChainPart(ctx.database.pools.background, { tenants, behind, limit: PART })
    chains += part.begun
    events += part.events
    for (const each of part.broken) {
      if (!broken.has(each.tenant) && broken.size < MOST_BROKEN) broken.set(each.tenant, each.number)
    }
    if (part.events < PART) break
    behind = part.last
  }
  return { chains, events, broken: [...broken].map(([name, number]) => ({ tenant: name, number })) }
}
