import type { PoolClient } from 'pg'
import { sqlParameters } from './sql-parameters'

export interface FiguresRow {
  threads: number
  messages: number
  tokens: number
  reads: number
  writes: number
}

/** Of everything, of a tenant, or of a scope by its id; of all agents or one. */
export interface ActivityPlace {
  tenant: string | undefined
  /** Null: the scope does not exist. */
  scopeId: string | null | undefined
  agentName?: string | undefined
}

export interface ActivityRange extends ActivityPlace {
  from: string
  to: string
}

const FIGURES = ['threads', 'messages', 'tokens', 'reads', 'writes']
  .map((name) => `coalesce(sum(a.${name}), 0)::float8 AS ${name}`)
  .join(', ')

/** Scopes have figures of their own; all else is read from those of tenants, which are fewer. */
function sourceOf(place: ActivityPlace, { from, to }: Partial<ActivityRange>) {
  const { values, bind } = sqlParameters()
  const conditions = ['true']
  if (place.tenant !== undefined) conditions.push(`a.tenant = ${bind(place.tenant)}`)
  if (place.scopeId !== undefined) conditions.push(`a.scope_id = ${bind(place.scopeId)}::uuid`)
  if (place.agentName !== undefined) conditions.push(`a.agent_name = ${bind(place.agentName)}`)
  if (from !== undefined) conditions.push(`a.hour >= ${bind(from)}::timestamptz`)
  if (to !== undefined) conditions.push(`a.hour < ${bind(to)}::timestamptz`)
  const table = place.scopeId === undefined ? 'tenant_activity' : 'activity'
  return { values, bind, where: conditions.join(' AND '), table }
}

export interface StepRow extends FiguresRow {
  start: Date
  agentName: string
}

/** By step and agent, in their order; steps begin where they do in the time zone. */
export async function activitySteps(
  client: PoolClient,
  range: ActivityRange & { step: 'hour' | 'day'; timeZone: string },
): Promise<StepRow[]> {
  const { values, bind, where, table } = sourceOf(range, range)
  const { rows } = await client.query<StepRow>(
    `SELECT date_trunc(${bind(range.step)}, a.hour, ${bind(range.timeZone)}) AS start, a.agent_name AS "agentName", ${FIGURES}
     FROM ${table} a WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
    values,
  )
  return rows
}

export async function activityTotals(client: PoolClient, range: ActivityRange): Promise<FiguresRow> {
  const { values, where, table } = sourceOf(range, range)
  const { rows } = await client.query<FiguresRow>(`SELECT ${FIGURES} FROM ${table} a WHERE ${where}`, values)
  const [totals] = rows
  if (!totals) throw new Error('a sum has no row')
  return totals
}

/** By agent over all time, the busiest first. */
export async function activityByAgent(
  client: PoolClient,
  { limit, ...place }: ActivityPlace & { limit: number },
): Promise<(FiguresRow & { agentName: string })[]> {
  const { values, bind, where, table } = sourceOf(place, {})
  const { rows } = await client.query<FiguresRow & { agentName: string }>(
    `SELECT a.agent_name AS "agentName", ${FIGURES} FROM ${table} a WHERE ${where}
     GROUP BY 1 ORDER BY sum(a.messages) DESC, 1 LIMIT ${bind(limit)}`,
    values,
  )
  return rows
}

/** The busiest tenants, or with a tenant its busiest subjects. */
export async function busiestPlaces(
  client: PoolClient,
  { limit, ...range }: Omit<ActivityRange, 'scopeId'> & { limit: number },
): Promise<(FiguresRow & { tenant: string; subject: string | null })[]> {
  const { values, bind, where } = sourceOf({ ...range, scopeId: undefined }, range)
  const busiest = 'sum(a.messages) + sum(a.reads) DESC'
  const text =
    range.tenant === undefined
      ? `SELECT a.tenant, NULL AS subject, ${FIGURES} FROM tenant_activity a WHERE ${where}
         GROUP BY a.tenant ORDER BY ${busiest}, a.tenant LIMIT ${bind(limit)}`
      : `SELECT b.tenant, s.subject, b.threads, b.messages, b.tokens, b.reads, b.writes FROM (
           SELECT a.tenant, a.scope_id, ${FIGURES} FROM activity a WHERE ${where}
           GROUP BY a.tenant, a.scope_id ORDER BY ${busiest}, a.scope_id LIMIT ${bind(limit)}) b
         JOIN scope s ON s.tenant = b.tenant AND s.id = b.scope_id
         ORDER BY b.messages + b.reads DESC, s.subject`
  const { rows } = await client.query<FiguresRow & { tenant: string; subject: string | null }>(text, values)
  return rows
}
