import type { z } from 'zod'
import { isLimited } from '../../auth/reach'
import { notFound } from '../../errors'
import type { GetAgentInput, GetAgentOutput } from '../../schemas/agents'
import { agentsWithThreads, countThreadsOfAgents, findAgent } from '../../store/agents'
import { listSettings } from '../../store/agents-settings'
import { withReach } from '../../store/reach'
import { recentReadSizes } from '../../store/read-sizes'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { agentView, readTokensOf, settingView } from './agent-view'
import { resolveAgent } from './resolve-window'
import { assertAgentSeen } from './seen-agent'

/**
 * An agent, or with `app: true` the app, with the history of its settings, newest first.
 *
 * @throws NOT_FOUND for an agent that has neither written nor been set up.
 */
export async function getAgent(
  ctx: ServiceContext,
  input: z.output<typeof GetAgentInput>,
): Promise<z.infer<typeof GetAgentOutput>> {
  const { agentName } = input
  await assertAgentSeen(ctx, agentName)
  const configs = await ctx.configs.refresh()
  const effective = resolveAgent(configs, agentName)
  const reach = callerReach(ctx.principal)
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const settings = await listSettings(client, agentName ?? '')
    const own = settings[0]
    const history = { own: own ? settingView(own) : null, effective, versions: settings.map(settingView) }
    if (agentName === undefined) return { agent: null, ...history }
    // When it wrote for others is theirs.
    const agent = isLimited(ctx.principal)
      ? (await agentsWithThreads(client, [agentName])).get(agentName)
      : await findAgent(client, agentName)
    if (!agent) throw notFound('agent')
    const counts = await countThreadsOfAgents(client, { reach, scopeId, names: [agentName] })
    const sizes = await recentReadSizes(client, [agentName])
    const { threads, tokens } = counts.get(agentName) ?? { threads: 0, tokens: 0 }
    const figures = { threads, tokens, readTokens: readTokensOf(sizes.get(agentName)) }
    return { agent: agentView(agent, { figures, own, effective }), ...history }
  })
}
