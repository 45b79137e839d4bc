import type { PoolClient } from 'pg'

export interface OverviewRow {
  threads: number
  scopes: number
  agents: number
  trash: number
  hasSamples: boolean
  hasKeys: boolean
}

/**
 * The figures of what the transaction sees, each counted up to `cap` and no further; the agents are all counted. `tenants`: of a
 * person who sees these alone; then agents are those with threads there, and samples nobody's.
 */
export async function countOverview(
  client: PoolClient,
  { cap, tenants }: { cap: number; tenants: readonly string[] | null },
): Promise<OverviewRow> {
  const { rows } = await client.query<OverviewRow>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT 1 FROM thread WHERE deleted_at IS NULL LIMIT $1) x) AS threads,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM scope s WHERE EXISTS (
            SELECT 1 FROM thread t WHERE t.tenant = s.tenant AND t.scope_id = s.id AND t.deleted_at IS NULL) LIMIT $1) x) AS scopes,
       CASE WHEN $2::text[] IS NULL THEN (SELECT count(*)::int FROM agent)
         ELSE (SELECT count(DISTINCT agent_name)::int FROM thread WHERE deleted_at IS NULL) END AS agents,
       (SELECT count(*)::int FROM (SELECT 1 FROM thread WHERE deleted_at IS NOT NULL LIMIT $1) x) AS trash,
       (SELECT samples_at IS NOT NULL AND $2::text[] IS NULL FROM installation WHERE id = 1) AS "hasSamples",
       EXISTS (SELECT 1 FROM api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
         AND ($2::text[] IS NULL OR tenant = ANY ($2::text[]))) AS "hasKeys"`,
    [cap, tenants],
  )
  const counted = rows[0]
  if (!counted) throw new Error('the overview has no row')
  return counted
}
