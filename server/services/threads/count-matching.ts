import type { z } from 'zod'
import { requireReach } from '../../auth/reach'
import type { CountMatchingInput, CountMatchingOutput } from '../../schemas/bulk'
import { countToExport } from '../../store/exports'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'

/** How many living threads match, without a cap: what an operation on all of them would mean now. */
export function countMatching(
  ctx: ServiceContext,
  { scope, scopePattern, filters }: z.output<typeof CountMatchingInput>,
): Promise<z.infer<typeof CountMatchingOutput>> {
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  return withReach(ctx.database.pools.background, reach, ({ client, scopeId }) =>
    countToExport(client, { reach, scopeId, filter: { ...filters, deleted: false } }),
  )
}
