import type { Pool, PoolClient } from 'pg'
import type { OperatorRole } from '../schemas/setup'

export interface MemberRow {
  id: string
  name: string
  email: string
  role: OperatorRole
  tenants: string[] | null
  createdAt: Date
  disabledAt: Date | null
}

export interface SeenMemberRow extends MemberRow {
  /** When the newest of their open sessions was used last. */
  lastSeenAt: Date | null
}

const COLUMNS = 'o.id, o.name, o.email, o.role, o.tenants, o.created_at AS "createdAt", o.disabled_at AS "disabledAt"'

/** Everybody, also those who may not sign in, by name. */
export async function listMembers(db: Pick<Pool, 'query'>): Promise<SeenMemberRow[]> {
  const { rows } = await db.query<SeenMemberRow>(
    `SELECT ${COLUMNS},
       (SELECT max(s.updated_at) FROM operator_session s WHERE s.user_id = o.id AND s.expires_at > now()) AS "lastSeenAt"
     FROM operator o ORDER BY o.disabled_at IS NOT NULL, lower(o.name), o.email`,
  )
  return rows
}

export async function lockMember(client: PoolClient, id: string): Promise<MemberRow | null> {
  const { rows } = await client.query<MemberRow>(`SELECT ${COLUMNS} FROM operator o WHERE o.id = $1 FOR UPDATE`, [id])
  return rows[0] ?? null
}

/**
 * The admins who run the installation: not disabled, limited to no tenants. Two who change each other at the same time wait
 * here for one another, so that one of them stays.
 */
export async function lockAdmins(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM operator WHERE role = 'admin' AND disabled_at IS NULL AND tenants IS NULL ORDER BY id FOR UPDATE`,
  )
  return rows.map(({ id }) => id)
}

export async function saveMember(
  client: PoolClient,
  { id, role, tenants, isDisabled }: { id: string; role: OperatorRole; tenants: string[] | null; isDisabled: boolean },
): Promise<void> {
  await client.query(
    `UPDATE operator SET role = $2, tenants = $3, updated_at = now(),
       disabled_at = CASE WHEN $4 THEN coalesce(disabled_at, now()) END WHERE id = $1`,
    [id, role, tenants, isDisabled],
  )
}

/** The account of an address, disabled or not. */
export async function memberByEmail(db: Pick<Pool, 'query'>, email: string): Promise<MemberRow | null> {
  const { rows } = await db.query<MemberRow>(`SELECT ${COLUMNS} FROM operator o WHERE o.email = $1`, [email])
  return rows[0] ?? null
}

export async function limitToTenants(client: PoolClient, id: string, tenants: string[] | null): Promise<void> {
  await client.query('UPDATE operator SET tenants = $2 WHERE id = $1', [id, tenants])
}
