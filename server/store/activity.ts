import type { PoolClient } from 'pg'

/** What happened in one hour in one scope by one agent ('' for none). */
export interface ActivityRow {
  tenant: string
  scopeId: string
  agentName: string
  /** Its start, UTC. */
  hour: Date
  threads: number
  messages: number
  tokens: number
  reads: number
  /** Those that stored something. */
  writes: number
}

/** Adds to what is there, by scope and by tenant. Rows are taken in the order of their keys, so that two who add do not wait for each other. */
export async function addActivity(client: PoolClient, rows: readonly ActivityRow[]): Promise<void> {
  if (rows.length === 0) return
  const values = [
    rows.map(({ tenant }) => tenant),
    rows.map(({ scopeId }) => scopeId),
    rows.map(({ agentName }) => agentName),
    rows.map(({ hour }) => hour),
    rows.map(({ threads }) => threads),
    rows.map(({ messages }) => messages),
    rows.map(({ tokens }) => tokens),
    rows.map(({ reads }) => reads),
    rows.map(({ writes }) => writes),
  ]
  const given = `unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
    AS g(tenant, scope_id, agent_name, hour, threads, messages, tokens, reads, writes)`
  const sums =
    'sum(g.threads)::int, sum(g.messages)::bigint, sum(g.tokens)::bigint, sum(g.reads)::bigint, sum(g.writes)::bigint'
  const figures = ['threads', 'messages', 'tokens', 'reads', 'writes']
  const added = (table: string) => figures.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')
  // A scope may have been purged since it was read in.
  await client.query(
    `INSERT INTO activity (tenant, scope_id, agent_name, hour, ${figures.join(', ')})
     SELECT g.tenant, g.scope_id, g.agent_name, g.hour, ${sums} FROM ${given}
     JOIN scope s ON s.tenant = g.tenant AND s.id = g.scope_id
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4, 3
     ON CONFLICT (tenant, scope_id, hour, agent_name) DO UPDATE SET ${added('activity')}`,
    values,
  )
  await client.query(
    `INSERT INTO tenant_activity (tenant, agent_name, hour, ${figures.join(', ')})
     SELECT g.tenant, g.agent_name, g.hour, ${sums} FROM ${given}
     JOIN scope s ON s.tenant = g.tenant AND s.id = g.scope_id
     GROUP BY 1, 2, 3 ORDER BY 1, 3, 2
     ON CONFLICT (tenant, hour, agent_name) DO UPDATE SET ${added('tenant_activity')}`,
    values,
  )
}
