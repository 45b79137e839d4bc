import type { PoolClient } from 'pg'
import type { Reach } from '../auth/reach'
import { sqlParameters } from './sql-parameters'
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

/** By name, after one. */
export async function listAgents(
  client: PoolClient,
  params: { after: string | null; limit: number },
): Promise<AgentRow[]> {
  const { rows } = await client.query<AgentRow>(
    `SELECT ${COLUMNS} FROM agent WHERE $1::text IS NULL OR name > $1 ORDER BY name LIMIT $2`,
    [params.after, params.limit],
  )
  return rows
}

/** Living threads of each of these agents within a reach, and their tokens, in one statement. */
export async function countThreadsOfAgents(
  client: PoolClient,
  params: { reach: Reach; scopeId: string | null; names: readonly string[] },
): Promise<Map<string, { threads: number; tokens: number }>> {
  const parameters = sqlParameters()
  const conditions = reachConditions(params.reach, params.scopeId, parameters)
  const { rows } = await client.query<{ name: string; threads: number; tokens: number }>(
    `SELECT t.agent_name AS name, count(*)::int AS threads, sum(t.token_count)::float8 AS tokens FROM thread t
     WHERE ${[...conditions, `t.deleted_at IS NULL AND t.agent_name = ANY (${parameters.bind(params.names)}::text[])`].join(' AND ')}
     GROUP BY t.agent_name`,
    parameters.values,
  )
  return new Map(rows.map(({ name, threads, tokens }) => [name, { threads, tokens }]))
}
