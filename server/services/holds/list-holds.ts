import type { z } from 'zod'
import { HOLDS_SHOWN, type ListHoldsOutput, type StandingHoldsInput } from '../../schemas/holds'
import { listHolds as selectHolds, standingHolds as selectStanding } from '../../store/legal-holds'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { viewHold } from './hold-view'

/** Those that stand, then those that were lifted, in the tenants that the caller sees. */
export async function listHolds(ctx: ServiceContext): Promise<z.infer<typeof ListHoldsOutput>> {
  const rows = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    selectHolds(client, { limit: HOLDS_SHOWN }),
  )
  return { items: rows.map(viewHold) }
}

/** Those on a tenant, or on a subject of it and its tenant. */
export async function standingHolds(
  ctx: ServiceContext,
  { tenant, subject }: z.output<typeof StandingHoldsInput>,
): Promise<z.infer<typeof ListHoldsOutput>> {
  const rows = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    selectStanding(client, { tenant, subject }),
  )
  return { items: rows.map(viewHold) }
}
