import type { PoolClient } from 'pg'
import type { Queryable } from './window-rows'

/** One saved setting of the app (agentName '') or of an agent; `window` is JSON text, null inherits. */
export interface SettingRow {
  agentName: string
  version: number
  window: string | null
  storing: boolean
  allowCallWindow: boolean
  note: string | null
  author: string
  createdAt: Date
}

const COLUMNS = `agent_name AS "agentName", version, "window", storing, allow_call_window AS "allowCallWindow", note, author,
  created_at AS "createdAt"`

/** How many versions a history shows. */
export const SETTINGS_LIMIT = 200

/** Newest first, at most SETTINGS_LIMIT. */
export async function listSettings(client: PoolClient, agentName: string): Promise<SettingRow[]> {
  const { rows } = await client.query<SettingRow>(
    `SELECT ${COLUMNS} FROM config_version WHERE agent_name = $1 ORDER BY version DESC LIMIT ${SETTINGS_LIMIT}`,
    [agentName],
  )
  return rows
}

/** One version; null when there is none of that number. */
export async function findSetting(
  client: Queryable,
  { agentName, version }: { agentName: string; version: number },
): Promise<SettingRow | null> {
  const { rows } = await client.query<SettingRow>(
    `SELECT ${COLUMNS} FROM config_version WHERE agent_name = $1 AND version = $2`,
    [agentName, version],
  )
  return rows[0] ?? null
}

/** The newest setting of each of these agents, by name, in one statement. */
export async function newestSettings(
  client: PoolClient,
  agentNames: readonly string[],
): Promise<Map<string, SettingRow>> {
  const { rows } = await client.query<SettingRow>(
    `SELECT DISTINCT ON (agent_name) ${COLUMNS} FROM config_version WHERE agent_name = ANY ($1::text[])
     ORDER BY agent_name, version DESC`,
    [agentNames],
  )
  return new Map(rows.map((row) => [row.agentName, row]))
}

/** Moves the revision by which every process sees that a setting is new. Its row also orders those who save settings. */
export async function raiseConfigRevision(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ revision: number }>(
    'UPDATE installation SET config_revision = config_revision + 1 WHERE id = 1 RETURNING config_revision::float8 AS revision',
  )
  const raised = rows[0]
  if (!raised) throw new Error('the installation has no row')
  return raised.revision
}

export async function insertSetting(client: PoolClient, setting: Omit<SettingRow, 'createdAt'>): Promise<void> {
  await client.query(
    `INSERT INTO config_version (agent_name, version, "window", storing, allow_call_window, note, author)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      setting.agentName,
      setting.version,
      setting.window,
      setting.storing,
      setting.allowCallWindow,
      setting.note,
      setting.author,
    ],
  )
}
