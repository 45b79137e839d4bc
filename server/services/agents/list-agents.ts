import { z } from 'zod'
import type { ListAgentsInput, ListAgentsOutput } from '../../schemas/agents'
import { countThreadsOfAgents, listAgents as selectAgents } from '../../store/agents'
import { newestSettings } from '../../store/agents-settings'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { PackedText, packText, readCursor, signCursor } from '../page-cursor'
import { agentView, settingView } from './agent-view'
import { resolveAgent } from './resolve-window'

const LIST = { list: 'agents' }
const Position = z.object({ name: PackedText })

/** The agents of the installation by name, with their threads as far as the caller sees, and what holds for the app. */
export async function listAgents(
  ctx: ServiceContext,
  input: z.output<typeof ListAgentsInput>,
): Promise<z.infer<typeof ListAgentsOutput>> {
  const { limit, cursor } = input
  const after = readCursor(ctx.signer, { list: LIST, cursor, position: Position })
  const configs = await ctx.configs.refresh()
  const reach = callerReach(ctx.principal)
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const found = await selectAgents(client, { after: after?.name ?? null, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    const names = page.map(({ name }) => name)
    const counts = await countThreadsOfAgents(client, { reach, scopeId, names })
    const settings = await newestSettings(client, ['', ...names])
    const app = settings.get('')
    return {
      items: page.map((agent) =>
        agentView(agent, {
          counts: counts.get(agent.name),
          own: settings.get(agent.name),
          effective: resolveAgent(configs, agent.name),
        }),
      ),
      nextCursor: last ? signCursor(ctx.signer, LIST, { name: packText(last.name) }) : null,
      app: { own: app ? settingView(app) : null, effective: resolveAgent(configs, null) },
    }
  })
}
