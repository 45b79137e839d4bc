import type { Pool, PoolClient } from 'pg'

/** Keeps the hash of the one-time set-up token; an earlier token is void. */
export async function saveSetupToken(pool: Pool, hash: Buffer): Promise<void> {
  await pool.query('UPDATE installation SET setup_token_hash = $1 WHERE id = 1', [hash])
}

const TOKEN = 'SELECT setup_token_hash AS hash FROM installation WHERE id = 1'

/** The set-up token's hash; null when there is none. */
export async function findSetupToken(pool: Pool): Promise<Buffer | null> {
  const { rows } = await pool.query<{ hash: Buffer | null }>(TOKEN)
  return rows[0]?.hash ?? null
}

/** The same, locked so that two set-ups cannot both go through. */
export async function lockSetupToken(client: PoolClient): Promise<Buffer | null> {
  const { rows } = await client.query<{ hash: Buffer | null }>(`${TOKEN} FOR UPDATE`)
  return rows[0]?.hash ?? null
}

export async function markSetUp(client: PoolClient): Promise<void> {
  await client.query('UPDATE installation SET setup_token_hash = NULL, setup_at = now() WHERE id = 1')
}
