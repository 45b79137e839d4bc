import type { PoolClient } from 'pg'
import type { CountedSize } from '../../memory/read-sizes'

/** Days that a median of the last week needs, today among them. */
const DAYS = 7

/** Reads of one agent on one day (UTC, `2026-12-01`) that came to about as many tokens. */
export interface ReadSizeRow extends CountedSize {
  readonly agentName: string
  readonly day: string
  reads: number
}

/** Adds to what is there. Call it inside `withReach` of the reach `all`. */
export async function addReadSizes(client: PoolClient, rows: readonly ReadSizeRow[]): Promise<void> {
  if (rows.length === 0) return
  // In the order of their keys, so that two who add do not wait for each other.
  await client.query(
    `INSERT INTO agent_read_size (agent_name, day, size_class, reads)
     SELECT g.agent_name, g.day, g.size_class, sum(g.reads)
     FROM unnest($1::text[], $2::date[], $3::int[], $4::bigint[]) AS g(agent_name, day, size_class, reads)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
     ON CONFLICT (agent_name, day, size_class) DO UPDATE SET reads = agent_read_size.reads + excluded.reads`,
    [
      rows.map(({ agentName }) => agentName),
      rows.map(({ day }) => day),
      rows.map(({ sizeClass }) => sizeClass),
      rows.map(({ reads }) => reads),
    ],
  )
}

/** What was read in the last seven days, by agent; of these agents, or with null of all. Call it as `addReadSizes`. */
export async function recentReadSizes(
  client: PoolClient,
  names: readonly string[] | null,
): Promise<Map<string, CountedSize[]>> {
  const { rows } = await client.query<CountedSize & { agentName: string }>(
    `SELECT agent_name AS "agentName", size_class AS "sizeClass", sum(reads)::float8 AS reads FROM agent_read_size
     WHERE ($1::text[] IS NULL OR agent_name = ANY ($1)) AND day > (now() AT TIME ZONE 'UTC')::date - ${DAYS}
     GROUP BY 1, 2`,
    [names],
  )
  const sizes = new Map<string, CountedSize[]>()
  for (const { agentName, ...counted } of rows) {
    const known = sizes.get(agentName)
    if (known) known.push(counted)
    else sizes.set(agentName, [counted])
  }
  return sizes
}

/** Removes what is too old for any figure. Call it as `addReadSizes`. */
export async function removeOldReadSizes(client: PoolClient): Promise<void> {
  await client.query(`DELETE FROM agent_read_size WHERE day <= (now() AT TIME ZONE 'UTC')::date - ${DAYS}`)
}
