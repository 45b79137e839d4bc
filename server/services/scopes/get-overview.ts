import type { z } from 'zod'
import type { OverviewOutput } from '../../schemas/scopes'
import { withReach } from '../../store/reach'
import { countOverview } from '../../store/scopes-overview'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { COUNT_LIMIT } from '../threads/count-threads'

/** The figures beside the places in the rail. */
export async function getOverview(ctx: ServiceContext): Promise<z.infer<typeof OverviewOutput>> {
  const found = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    countOverview(client, {
      cap: COUNT_LIMIT,
      tenants: ctx.principal.kind === 'operator' ? ctx.principal.tenants : null,
    }),
  )
  return { ...found, threads: capped(found.threads), scopes: capped(found.scopes), trash: capped(found.trash) }
}

function capped(count: number): { count: number; capped: boolean } {
  return { count, capped: count >= COUNT_LIMIT }
}
