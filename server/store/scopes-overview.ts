import type { PoolClient } from 'pg'

export interface OverviewRow {
  threads: number
  scopes: number
  agents: number
  trash: number
  hasSamples: boolean
  hasKeys: boolean
}

/** The figures of the whole installation, each counted up to `cap` and no further; the agents are all counted. */
export async function countOverview(client: PoolClient, cap: number): Promise<OverviewRow> {
  const { rows } = await client.query<OverviewRow>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT 1 FROM thread WHERE deleted_at IS NULL LIMIT $1) x) AS threads,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM scope s WHERE EXISTS (
            SELECT 1 FROM thread t WHERE t.tenant = s.tenant AND t.scope_id = s.id AND t.deleted_at IS NULL) LIMIT $1) x) AS scopes,
       (SELECT count(*)::int FROM agent) AS agents,
       (SELECT count(*)::int FROM (SELECT 1 FROM thread WHERE deleted_at IS NOT NULL LIMIT $1) x) AS trash,
       (SELECT samples_at IS NOT NULL FROM installation WHERE id = 1) AS "hasSamples",
       EXISTS (SELECT 1 FROM api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) AS "hasKeys"`,
    [cap],
  )
  const counted = rows[0]
  if (!counted) throw new Error('the overview has no row')
  return counted
}
