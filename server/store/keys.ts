import type { Pool, PoolClient } from 'pg'
import { type KeyReach, KeyRight } from '../schemas/keys'

/** A key as it is stored; the key itself is not, only its hash. */
export interface StoredKey {
  id: string
  name: string
  prefix: string
  hash: Buffer
  reach: KeyReach
  rights: KeyRight[]
  agents: string[]
  createdBy: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

export type NewKey = Omit<StoredKey, 'createdAt' | 'revokedAt' | 'lastUsedAt'>

interface KeyRow {
  id: string
  name: string
  prefix: string
  hash: Buffer
  reach: string
  tenant: string | null
  subject: string | null
  rights: string[]
  agents: string[]
  created_by: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

const COLUMNS =
  'id, name, prefix, hash, reach, tenant, subject, rights, agents, created_by, created_at, expires_at, revoked_at, last_used_at'

export async function findKeyByHash(pool: Pool, hash: Buffer): Promise<StoredKey | null> {
  const { rows } = await pool.query<KeyRow>({
    name: 'key-by-hash',
    text: `SELECT ${COLUMNS} FROM api_key WHERE hash = $1`,
    values: [hash],
  })
  return rows[0] ? toKey(rows[0]) : null
}

/** Newest first. */
export async function listKeys(pool: Pool): Promise<StoredKey[]> {
  const { rows } = await pool.query<KeyRow>(
    `SELECT ${COLUMNS} FROM api_key ORDER BY created_at DESC, id DESC LIMIT 1000`,
  )
  return rows.map(toKey)
}

/** The key, locked until the transaction ends. */
export async function lockKey(client: PoolClient, id: string): Promise<StoredKey | null> {
  const { rows } = await client.query<KeyRow>(`SELECT ${COLUMNS} FROM api_key WHERE id = $1 FOR UPDATE`, [id])
  return rows[0] ? toKey(rows[0]) : null
}

/** Null when a key with this hash is there already. */
export async function insertKey(client: PoolClient, key: NewKey): Promise<StoredKey | null> {
  const { reach } = key
  const { rows } = await client.query<KeyRow>(
    `INSERT INTO api_key (id, name, prefix, hash, reach, tenant, subject, rights, agents, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (hash) DO NOTHING RETURNING ${COLUMNS}`,
    [
      key.id,
      key.name,
      key.prefix,
      key.hash,
      reach.kind,
      reach.kind === 'all' ? null : reach.tenant,
      reach.kind === 'scope' ? reach.subject : null,
      key.rights,
      key.agents,
      key.createdBy,
      key.expiresAt,
    ],
  )
  return rows[0] ? toKey(rows[0]) : null
}

export async function setKeyRevoked(client: PoolClient, id: string): Promise<void> {
  await client.query('UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [id])
}

/** Times of last use by key id; an older time never replaces a newer one. */
export async function saveKeyUses(pool: Pool, uses: ReadonlyMap<string, number>): Promise<void> {
  await pool.query(
    `UPDATE api_key k SET last_used_at = u.at FROM unnest($1::uuid[], $2::timestamptz[]) AS u(id, at)
     WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
    [[...uses.keys()], [...uses.values()].map((at) => new Date(at))],
  )
}

function toKey(row: KeyRow): StoredKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    reach: toReach(row),
    // A right that this version does not know is none.
    rights: row.rights.flatMap((right) => KeyRight.safeParse(right).data ?? []),
    agents: row.agents,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}

/** A reach that does not read as one of the three must not widen (S2). */
function toReach({ id, reach, tenant, subject }: KeyRow): KeyReach {
  if (reach === 'all') return { kind: 'all' }
  if (reach === 'tenant' && tenant) return { kind: 'tenant', tenant }
  if (reach === 'scope' && tenant && subject !== null) return { kind: 'scope', tenant, subject }
  throw new TypeError(`api_key ${id} has no reach`)
}
