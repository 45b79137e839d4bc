import type { PoolClient } from 'pg'
import { z } from 'zod'
import { isLimited, type Reach } from '../../auth/reach'
import type { ListAgentsInput, ListAgentsOutput } from '../../schemas/agents'
import { type AgentRow, agentsWithThreads, countThreadsOfAgents, listAgents as selectAgents } from '../../store/agents'
import { newestSettings } from '../../store/agents-settings'
import { withReach } from '../../store/reach'
import { recentReadSizes } from '../../store/read-sizes'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { PackedText, packText, readCursor, signCursor } from '../page-cursor'
import { type AgentFigures, agentView, readTokensOf, settingView } from './agent-view'
import { resolveAgent } from './resolve-window'

type Input = z.output<typeof ListAgentsInput>

const Position = z.object({ name: PackedText, value: z.number().nullable() })
type Position = z.infer<typeof Position>

interface Found {
  readonly agent: AgentRow
  readonly figures: AgentFigures
}

/**
 * The agents of the installation, with their threads and reads as far as the caller sees, and what holds for the app. By
 * name they come page by page; by a figure all of them are counted first, which is what an order by it takes.
 */
export async function listAgents(ctx: ServiceContext, input: Input): Promise<z.infer<typeof ListAgentsOutput>> {
  const { limit, cursor, sort } = input
  const text = input.text?.trim() ?? ''
  const reach = callerReach(ctx.principal)
  const list = { list: 'agents', reach, sort, text }
  const after = readCursor(ctx.signer, { list, cursor, position: Position })
  const configs = await ctx.configs.refresh()
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const place = { reach, scopeId, isLimited: isLimited(ctx.principal) }
    const found = await (sort.by === 'name' ? pageByName : pageByFigure)(client, { ...place, input, text, after })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    const settings = await newestSettings(client, ['', ...page.map(({ agent }) => agent.name)])
    const app = settings.get('')
    return {
      items: page.map(({ agent, figures }) =>
        agentView(agent, { figures, own: settings.get(agent.name), effective: resolveAgent(configs, agent.name) }),
      ),
      nextCursor: last
        ? signCursor(ctx.signer, list, { name: packText(last.agent.name), value: figureOf(last, sort.by) })
        : null,
      app: { own: app ? settingView(app) : null, effective: resolveAgent(configs, null) },
    }
  })
}

interface Page {
  readonly reach: Reach
  readonly scopeId: string | null
  /** A person who sees some tenants only. */
  readonly isLimited: boolean
  readonly input: Input
  readonly text: string
  readonly after: Position | null
}

/** Of the installation, or for who is limited to tenants those with threads there, with when they wrote there. */
async function agentsOf(
  client: PoolClient,
  page: Pick<Page, 'isLimited'>,
  params: Omit<Parameters<typeof selectAgents>[1], 'names'>,
): Promise<AgentRow[]> {
  if (!page.isLimited) return selectAgents(client, { ...params, names: null })
  const seen = await agentsWithThreads(client, null)
  const agents = await selectAgents(client, { ...params, names: [...seen.keys()] })
  return agents.map((agent) => seen.get(agent.name) ?? agent)
}

async function pageByName(client: PoolClient, page: Page): Promise<Found[]> {
  const { text, after, input } = page
  const { order } = input.sort
  const agents = await agentsOf(client, page, { text, order, after: after?.name ?? null, limit: input.limit + 1 })
  return withFigures(client, { ...page, agents, names: agents.map(({ name }) => name) })
}

async function pageByFigure(client: PoolClient, page: Page): Promise<Found[]> {
  const { text, after, input } = page
  const { by, order } = input.sort
  const agents = await agentsOf(client, page, { text, order: 'asc', after: null, limit: null })
  const sign = order === 'asc' ? 1 : -1
  const compare = (left: Placed, right: Placed) => {
    if (left.value === right.value) return left.name < right.name ? -1 : left.name > right.name ? 1 : 0
    // What has no figure comes last in either order.
    if (left.value === null || right.value === null) return left.value === null ? 1 : -1
    return sign * (left.value - right.value)
  }
  const all = await withFigures(client, { ...page, agents, names: null })
  const placed = all.map((found) => ({ found, name: found.agent.name, value: figureOf(found, by) })).sort(compare)
  const rest = after ? placed.filter((each) => compare(each, after) > 0) : placed
  return rest.slice(0, input.limit + 1).map(({ found }) => found)
}

interface Placed {
  readonly name: string
  readonly value: number | null
}

function figureOf({ agent, figures }: Found, by: Input['sort']['by']): number | null {
  switch (by) {
    case 'name':
      return null
    case 'threads':
      return figures.threads
    case 'tokens':
      return figures.tokens
    case 'readTokens':
      return figures.readTokens?.median ?? null
    case 'lastSeenAt':
      return agent.lastSeenAt.getTime()
  }
}

/** `names`: those to count; null counts all at once. */
async function withFigures(
  client: PoolClient,
  of: Pick<Page, 'reach' | 'scopeId'> & { agents: readonly AgentRow[]; names: readonly string[] | null },
): Promise<Found[]> {
  const counts = await countThreadsOfAgents(client, of)
  const sizes = await recentReadSizes(client, of.names)
  return of.agents.map((agent) => ({
    agent,
    figures: {
      threads: counts.get(agent.name)?.threads ?? 0,
      tokens: counts.get(agent.name)?.tokens ?? 0,
      readTokens: readTokensOf(sizes.get(agent.name)),
    },
  }))
}
