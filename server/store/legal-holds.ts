import type { PoolClient } from 'pg'

/** A hold as it is stored; `subject` is null where it is on the whole tenant. */
export interface HoldRow {
  tenant: string
  id: string
  subject: string | null
  reason: string
  placedBy: string
  placedAt: Date
  liftedBy: string | null
  liftedAt: Date | null
}

const COLUMNS = `tenant, id, subject, reason, placed_by AS "placedBy", placed_at AS "placedAt", lifted_by AS "liftedBy",
  lifted_at AS "liftedAt"`

/** A condition that a thread `t` is under no hold, of it or of its tenant. */
export const NOT_HELD = `NOT EXISTS (
  SELECT 1 FROM legal_hold h WHERE h.tenant = t.tenant AND h.lifted_at IS NULL
    AND (h.subject IS NULL OR h.subject = (SELECT s.subject FROM scope s WHERE s.tenant = t.tenant AND s.id = t.scope_id)))`

/** Until the transaction ends nobody places a hold, so that what it destroys was under none. */
export async function keepHoldsAsTheyAre(client: PoolClient): Promise<void> {
  await client.query('LOCK TABLE legal_hold IN SHARE MODE')
}

/** The holds that stand on a subject, its tenant's first; without a subject those on the tenant as a whole. */
export async function standingHolds(
  client: PoolClient,
  { tenant, subject }: { tenant: string; subject: string | undefined },
): Promise<HoldRow[]> {
  const { rows } = await client.query<HoldRow>(
    `SELECT ${COLUMNS} FROM legal_hold
     WHERE tenant = $1 AND (subject IS NULL OR subject = $2) AND lifted_at IS NULL ORDER BY subject NULLS FIRST`,
    [tenant, subject ?? null],
  )
  return rows
}

/** All holds in the reach that stand, then those that were lifted, the newest first. */
export async function listHolds(client: PoolClient, { limit }: { limit: number }): Promise<HoldRow[]> {
  const { rows } = await client.query<HoldRow>(
    `SELECT ${COLUMNS} FROM legal_hold ORDER BY lifted_at IS NOT NULL, coalesce(lifted_at, placed_at) DESC, id LIMIT $1`,
    [limit],
  )
  return rows
}

/** Null when one stands there already. */
export async function insertHold(
  client: PoolClient,
  hold: Pick<HoldRow, 'tenant' | 'id' | 'subject' | 'reason' | 'placedBy'>,
): Promise<HoldRow | null> {
  const { rows } = await client.query<HoldRow>(
    `INSERT INTO legal_hold (tenant, id, subject, reason, placed_by) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [hold.tenant, hold.id, hold.subject, hold.reason, hold.placedBy],
  )
  return rows[0] ?? null
}

/** Null where none of that id stands in the reach. */
export async function liftHold(
  client: PoolClient,
  { id, liftedBy }: { id: string; liftedBy: string },
): Promise<HoldRow | null> {
  const { rows } = await client.query<HoldRow>(
    `UPDATE legal_hold SET lifted_by = $2, lifted_at = now() WHERE id = $1 AND lifted_at IS NULL RETURNING ${COLUMNS}`,
    [id, liftedBy],
  )
  return rows[0] ?? null
}
