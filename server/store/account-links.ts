import type { Pool, PoolClient } from 'pg'
import type { OperatorRole } from '../schemas/setup'

export interface AccountLinkRow {
  id: string
  kind: 'invitation' | 'reset'
  email: string
  /** Of a reset: whose. */
  operatorId: string | null
  /** Of an invitation. */
  role: OperatorRole | null
  tenants: string[] | null
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

export interface NewAccountLink extends Omit<AccountLinkRow, 'createdAt'> {
  tokenHash: Buffer
}

const COLUMNS = `id, kind, email, operator_id AS "operatorId", role, tenants, created_by AS "createdBy",
  created_at AS "createdAt", expires_at AS "expiresAt"`
const IS_OPEN = 'ended_at IS NULL AND expires_at > now()'

/** The links that still work, the newest first. */
export async function openLinks(db: Pick<Pool, 'query'>): Promise<AccountLinkRow[]> {
  const { rows } = await db.query<AccountLinkRow>(
    `SELECT ${COLUMNS} FROM account_link WHERE ${IS_OPEN} ORDER BY created_at DESC, id DESC`,
  )
  return rows
}

/** Makes a link; the ones before it for the same address stop working. */
export async function replaceLinks(client: PoolClient, link: NewAccountLink): Promise<AccountLinkRow> {
  await endLinksOf(client, link.email)
  const { id, kind, tokenHash, email, operatorId, role, tenants, createdBy, expiresAt } = link
  const { rows } = await client.query<AccountLinkRow>(
    `INSERT INTO account_link (id, kind, token_hash, email, operator_id, role, tenants, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
    [id, kind, tokenHash, email, operatorId, role, tenants, createdBy, expiresAt],
  )
  const [made] = rows
  if (!made) throw new Error('a link was not made')
  return made
}

export async function endLinksOf(client: PoolClient, email: string): Promise<void> {
  await client.query('UPDATE account_link SET ended_at = now() WHERE email = $1 AND ended_at IS NULL', [email])
}

/** Null for one that does not work any more. `lock`: nobody else uses it until the transaction ends. */
export async function findLink(
  db: Pick<Pool, 'query'>,
  tokenHash: Buffer,
  { lock = false } = {},
): Promise<AccountLinkRow | null> {
  const { rows } = await db.query<AccountLinkRow>(
    `SELECT ${COLUMNS} FROM account_link WHERE token_hash = $1 AND ${IS_OPEN}${lock ? ' FOR UPDATE' : ''}`,
    [tokenHash],
  )
  return rows[0] ?? null
}

/** Ends one; null where it had ended before. */
export async function endLink(client: PoolClient, id: string): Promise<AccountLinkRow | null> {
  const { rows } = await client.query<AccountLinkRow>(
    `UPDATE account_link SET ended_at = now() WHERE id = $1 AND ended_at IS NULL RETURNING ${COLUMNS}`,
    [id],
  )
  return rows[0] ?? null
}
