import type { z } from 'zod'
import { requireScope } from '../../auth/reach'
import { LociError } from '../../errors'
import type { ErasureImpact, ErasureImpactInput } from '../../schemas/erasures'
import { countAuditLines, countPlaces } from '../../store/erasure-places'
import { countSubject, findScopeId } from '../../store/erasures'
import { standingHolds } from '../../store/legal-holds'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { viewHold } from '../holds/hold-view'

/**
 * What an erasure of this subject would remove, by table.
 *
 * @throws NOT_FOUND when nothing of it is stored
 */
export function erasureImpact(ctx: ServiceContext, input: z.output<typeof ErasureImpactInput>): Promise<ErasureImpact> {
  const { tenant, subject } = requireScope(ctx.principal, input)
  return withReach(ctx.database.pools.background, { kind: 'all' }, async ({ client }) => {
    const scopeId = await findScopeId(client, { tenant, subject })
    if (scopeId === null) throw new LociError('NOT_FOUND', 'Nothing is stored there.')
    const of = { tenant, subject, scopeId, jobId: null }
    const places = await countPlaces(client, of)
    return {
      ...(await countSubject(client, of)),
      places: Object.entries(places)
        .filter(([, rows]) => rows > 0)
        .map(([table, rows]) => ({ table, rows })),
      auditLines: await countAuditLines(client, of),
      holds: (await standingHolds(client, { tenant, subject })).map(viewHold),
    }
  })
}
