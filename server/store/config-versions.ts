import type { Queryable } from './window-rows'

/** The newest setting of the app ('') or of an agent, as stored. */
export interface StoredConfig {
  readonly agentName: string
  readonly version: number
  /** JSON text; null inherits. */
  readonly window: string | null
  readonly storing: boolean
  readonly allowCallWindow: boolean
}

/** All newest settings with the revision they belong to, in one snapshot. */
export async function loadConfigs(pool: Queryable): Promise<{ revision: number; configs: StoredConfig[] }> {
  const { rows } = await pool.query<{
    revision: string
    agent_name: string | null
    version: number
    window: string | null
    storing: boolean
    allow_call_window: boolean
  }>({
    name: 'load-configs',
    text: `SELECT i.config_revision AS revision, c.agent_name, c.version, c."window", c.storing, c.allow_call_window
      FROM installation i
      LEFT JOIN (SELECT DISTINCT ON (agent_name) * FROM config_version ORDER BY agent_name, version DESC) c ON true
      WHERE i.id = 1`,
  })
  const configs: StoredConfig[] = []
  for (const row of rows) {
    if (row.agent_name === null) continue
    const { agent_name: agentName, version, window, storing, allow_call_window: allowCallWindow } = row
    configs.push({ agentName, version, window, storing, allowCallWindow })
  }
  return { revision: Number(rows[0]?.revision ?? 0), configs }
}

/** The revision of the settings that holds now. */
export async function configRevision(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ revision: string }>({
    name: 'config-revision',
    text: 'SELECT config_revision AS revision FROM installation WHERE id = 1',
  })
  return Number(rows[0]?.revision ?? 0)
}
