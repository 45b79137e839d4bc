import type { Pool, PoolClient } from 'pg'
import type { OperatorRole } from '../schemas/setup'

export interface NewOperator {
  id: string
  email: string
  name: string
  role: OperatorRole
  /** As Better Auth hashes it. */
  passwordHash: string
  accountRowId: string
}

export async function hasOperators(db: Pool | PoolClient): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM operator) AS found')
  return rows[0]?.found === true
}

/** An operator who signs in with e-mail and password. */
export async function insertOperator(client: PoolClient, operator: NewOperator): Promise<void> {
  const { id, email, name, role } = operator
  await client.query('INSERT INTO operator (id, name, email, role) VALUES ($1, $2, $3, $4)', [id, name, email, role])
  await client.query(
    `INSERT INTO operator_account (id, account_id, provider_id, user_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
    [operator.accountRowId, id, operator.passwordHash],
  )
}

/** False for one who is disabled, and for an id that nobody has. */
export async function mayOperate(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM operator WHERE id = $1 AND disabled_at IS NULL', [id])
  return rowCount === 1
}

/** The tenants that a person sees, null for every one; null as a whole for one who is disabled or gone. */
export async function tenantsOfOperator(pool: Pool, id: string): Promise<{ tenants: string[] | null } | null> {
  const { rows } = await pool.query<{ tenants: string[] | null }>({
    name: 'tenants-of-operator',
    text: 'SELECT tenants FROM operator WHERE id = $1 AND disabled_at IS NULL',
    values: [id],
  })
  return rows[0] ?? null
}
