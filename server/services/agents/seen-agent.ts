import { isLimited, reachOfPerson } from '../../auth/reach'
import { notFound } from '../../errors'
import { agentsWithThreads } from '../../store/agents'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'

/**
 * A person who is limited to tenants sees the agents that have threads there: any other may be another tenant's, and is as
 * absent as one that there is not (S3).
 *
 * @throws NOT_FOUND
 */
export async function assertAgentSeen(ctx: ServiceContext, agentName: string | null | undefined): Promise<void> {
  const { principal } = ctx
  if (!agentName || principal.kind !== 'operator' || !isLimited(principal)) return
  const seen = await withReach(ctx.database.pools.application, reachOfPerson(principal), ({ client }) =>
    agentsWithThreads(client, [agentName]),
  )
  if (!seen.has(agentName)) throw notFound('agent')
}
