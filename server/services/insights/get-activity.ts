import type { z } from 'zod'
import type { ActivityInput, ActivityOutput, Figures } from '../../schemas/insights'
import { activitySteps, activityTotals, busiestPlaces, type StepRow } from '../../store/activity-figures'
import { withReach } from '../../store/reach'
import { scopeTotals } from '../../store/tenants'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'

/** Agents with steps of their own; the others are one. */
const AGENTS = 5
const PLACES = 8

/** What happened in a time, by step and agent, and where; read from hourly figures, never from messages. */
export async function getActivity(ctx: ServiceContext, input: z.output<typeof ActivityInput>): Promise<ActivityOutput> {
  const { tenant, subject, ...asked } = input
  return withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const scope = tenant === undefined || subject === undefined ? undefined : { tenant, subject }
    const scopeId = scope && ((await scopeTotals(client, scope))?.scopeId ?? null)
    const range = { ...asked, tenant, scopeId }
    const steps = await activitySteps(client, range)
    const length = Date.parse(input.to) - Date.parse(input.from)
    const before = { ...range, from: new Date(Date.parse(input.from) - length).toISOString(), to: input.from }
    return {
      items: bySteps(steps),
      before: await activityTotals(client, before),
      places: scope ? [] : await busiestPlaces(client, { ...range, limit: PLACES }),
    }
  })
}

function bySteps(steps: readonly StepRow[]): ActivityOutput['items'] {
  const weights = new Map<string, number>()
  for (const { agentName, messages, reads } of steps) {
    weights.set(agentName, (weights.get(agentName) ?? 0) + messages + reads)
  }
  const busiest = [...weights].sort(([, left], [, right]) => right - left).slice(0, AGENTS)
  const named = new Set(weights.size <= AGENTS + 1 ? weights.keys() : busiest.map(([agent]) => agent))
  const items: ActivityOutput['items'] = []
  let others: (Figures & { start: string; agentName: null }) | undefined
  for (const { start, agentName, ...figures } of steps) {
    const at = start.toISOString()
    if (named.has(agentName)) {
      items.push({ start: at, agentName, ...figures })
    } else if (others?.start === at) {
      others.threads += figures.threads
      others.messages += figures.messages
      others.tokens += figures.tokens
      others.reads += figures.reads
      others.writes += figures.writes
    } else {
      others = { start: at, agentName: null, ...figures }
      items.push(others)
    }
  }
  return items
}
