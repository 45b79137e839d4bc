import type { PoolClient } from 'pg'
import type { Reach } from '../auth/reach'
import { likeAnywhere, sqlParameters } from './sql-parameters'
import { reachConditions } from './threads-filter'

export interface AgentRow {
  name: string
  firstSeenAt: Date
  lastSeenAt: Date
}

const COLUMNS = 'name, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"'

/** An agent appears when it is first named: by a write, on a thread, or by a setting. */
export async function ensureAgent(client: PoolClient, name: string): Promise<void> {
  await client.query('INSERT INTO agent (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [name])
}

export async function findAgent(client: PoolClient, name: string): Promise<AgentRow | null> {
  const { rows } = await client.query<AgentRow>(`SELECT ${COLUMNS} FROM agent WHERE name = $1`, [name])
  return rows[0] ?? null
}

/** By name, after one; `text` is part of the name, without case, and '' any. Null is no limit. */
export async function listAgents(
  client: PoolClient,
  params: {
    text: string
    order: 'asc' | 'desc'
    after: string | null
    limit: number | null
    /** Only these; null is any. */
    names: readonly string[] | null
  },
): Promise<AgentRow[]> {
  const { values, bind } = sqlParameters()
  const conditions = ['true']
  if (params.names !== null) conditions.push(`name = ANY (${bind(params.names)}::text[])`)
  if (params.text !== '') conditions.push(`name ILIKE ${bind(likeAnywhere(params.text))}`)
  if (params.after !== null) conditions.push(`name ${params.order === 'asc' ? '>' : '<'} ${bind(params.after)}`)
  const { rows } = await client.query<AgentRow>(
    `SELECT ${COLUMNS} FROM agent WHERE ${conditions.join(' AND ')}
     ORDER BY name ${params.order === 'asc' ? 'ASC' : 'DESC'} LIMIT ${bind(params.limit)}`,
    values,
  )
  return rows
}

/** Living threads of each of these agents (null: of all) within a reach, and their tokens, in one statement. */
export async function countThreadsOfAgents(
  client: PoolClient,
  params: { reach: Reach; scopeId: string | null; names: readonly string[] | null },
): Promise<Map<string, { threads: number; tokens: number }>> {
  const parameters = sqlParameters()
  const conditions = reachConditions(params.reach, params.scopeId, parameters)
  conditions.push(
    params.names === null
      ? 't.agent_name IS NOT NULL'
      : `t.agent_name = ANY (${parameters.bind(params.names)}::text[])`,
  )
  const { rows } = await client.query<{ name: string; threads: number; tokens: number }>(
    `SELECT t.agent_name AS name, count(*)::int AS threads, sum(t.token_count)::float8 AS tokens FROM thread t
     WHERE ${[...conditions, 't.deleted_at IS NULL'].join(' AND ')}
     GROUP BY t.agent_name`,
    parameters.values,
  )
  return new Map(rows.map(({ name, threads, tokens }) => [name, { threads, tokens }]))
}

/** Those of these agents (null: of all) that have living threads where the transaction sees, with when they wrote there. */
export async function agentsWithThreads(
  client: PoolClient,
  names: readonly string[] | null,
): Promise<ReadonlyMap<string, AgentRow>> {
  const { rows } = await client.query<AgentRow>(
    `SELECT agent_name AS name, min(created_at) AS "firstSeenAt", max(coalesce(last_message_at, created_at)) AS "lastSeenAt"
     FROM thread
     WHERE deleted_at IS NULL AND agent_name IS NOT NULL AND ($1::text[] IS NULL OR agent_name = ANY ($1::text[]))
     GROUP BY agent_name`,
    [names],
  )
  return new Map(rows.map((row) => [row.name, row]))
}
