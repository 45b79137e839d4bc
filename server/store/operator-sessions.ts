import type { Pool, PoolClient } from 'pg'

export interface SessionRow {
  id: string
  userAgent: string | null
  address: string | null
  createdAt: Date
  expiresAt: Date
}

/** Somebody's open sessions, the newest first. */
export async function openSessions(db: Pick<Pool, 'query'>, operatorId: string): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `SELECT id, user_agent AS "userAgent", ip_address AS address, created_at AS "createdAt", expires_at AS "expiresAt"
     FROM operator_session WHERE user_id = $1 AND expires_at > now() ORDER BY created_at DESC, id`,
    [operatorId],
  )
  return rows
}

/** Ends one session of somebody, or all but one (`except`, none: all). Answers how many were open. */
export async function endSessions(
  client: PoolClient,
  operatorId: string,
  which: { id: string } | { except: string | undefined },
): Promise<number> {
  const { rowCount } =
    'id' in which
      ? await client.query('DELETE FROM operator_session WHERE user_id = $1 AND id = $2', [operatorId, which.id])
      : await client.query('DELETE FROM operator_session WHERE user_id = $1 AND id IS DISTINCT FROM $2', [
          operatorId,
          which.except ?? null,
        ])
  return rowCount ?? 0
}

/** As Better Auth hashed it; null for whoever has no password. */
export async function passwordHashOf(db: Pick<Pool, 'query'>, operatorId: string): Promise<string | null> {
  const { rows } = await db.query<{ password: string | null }>(
    `SELECT password FROM operator_account WHERE user_id = $1 AND provider_id = 'credential'`,
    [operatorId],
  )
  return rows[0]?.password ?? null
}

export async function savePasswordHash(client: PoolClient, operatorId: string, hash: string): Promise<void> {
  await client.query(
    `UPDATE operator_account SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`,
    [operatorId, hash],
  )
}

export async function saveName(client: PoolClient, operatorId: string, name: string): Promise<void> {
  await client.query('UPDATE operator SET name = $2, updated_at = now() WHERE id = $1', [operatorId, name])
}
