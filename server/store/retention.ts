import type { Pool, PoolClient } from 'pg'
import type { RetentionKind } from '../schemas/retention'
import { NOT_HELD } from './legal-holds'

/** A rule as it is stored: `name` is an agent's, or a tag's key with its `value`; '' where the kind has none. */
export interface RuleRow {
  id: string
  kind: RetentionKind
  name: string
  value: string
  days: number
  updatedBy: string
  updatedAt: Date
}

type Rule = Pick<RuleRow, 'kind' | 'name' | 'value' | 'days'>

const COLUMNS = 'id, kind, name, value, days, updated_by AS "updatedBy", updated_at AS "updatedAt"'

/** Reading, writing, and changes and restoring by people are use. */
const USED_AT = 'greatest(t.accessed_at, t.updated_at)'

/** Living threads whose own rule ($1: all rules, as JSON) says that their time is over. */
const DUE = `
  thread t CROSS JOIN LATERAL (
    SELECT r.* FROM json_to_recordset($1::json) AS r(kind text, name text, value text, days int)
    WHERE r.kind = 'all' OR (r.kind = 'agent' AND r.name = t.agent_name)
      OR (r.kind = 'tag' AND EXISTS (
        SELECT 1 FROM thread_tag g WHERE g.tenant = t.tenant AND g.scope_id = t.scope_id AND g.thread_uid = t.uid
          AND g.key = r.name AND g.value = r.value))
    ORDER BY CASE r.kind WHEN 'tag' THEN 1 WHEN 'agent' THEN 2 ELSE 3 END, r.days LIMIT 1) own
  WHERE t.deleted_at IS NULL AND ${USED_AT} < now() - own.days * interval '1 day'`

export async function listRules(db: Pick<Pool, 'query'>): Promise<RuleRow[]> {
  const { rows } = await db.query<RuleRow>(
    `SELECT ${COLUMNS} FROM retention_rule ORDER BY kind = 'all' DESC, kind, name, value`,
  )
  return rows
}

/** Puts a rule in the place of the one that has its kind, name and value; answers what that one said. */
export async function saveRule(
  client: PoolClient,
  rule: Omit<RuleRow, 'updatedAt'>,
): Promise<{ saved: RuleRow; before: number | null }> {
  const { kind, name, value } = rule
  const known = await client.query<{ days: number }>(
    'SELECT days FROM retention_rule WHERE kind = $1 AND name = $2 AND value = $3 FOR UPDATE',
    [kind, name, value],
  )
  const { rows } = await client.query<RuleRow>(
    `INSERT INTO retention_rule (id, kind, name, value, days, updated_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, name, value) DO UPDATE SET days = excluded.days, updated_by = excluded.updated_by, updated_at = now()
     RETURNING ${COLUMNS}`,
    [rule.id, kind, name, value, rule.days, rule.updatedBy],
  )
  const [saved] = rows
  if (!saved) throw new Error('a rule was not saved')
  return { saved, before: known.rows[0]?.days ?? null }
}

/** Null where there is none of that id. */
export async function removeRule(client: PoolClient, id: string): Promise<RuleRow | null> {
  const { rows } = await client.query<RuleRow>(`DELETE FROM retention_rule WHERE id = $1 RETURNING ${COLUMNS}`, [id])
  return rows[0] ?? null
}

export interface DueThread {
  uid: string
  threadId: string
  tenant: string
  subject: string
  usedAt: Date
}

/** The threads that this very one of the rules would put into the trash. Needs the reach 'all'. */
export async function previewRule(
  client: PoolClient,
  { rules, rule, examples }: { rules: readonly Rule[]; rule: Rule; examples: number },
): Promise<{ threads: number; held: number; oldestAt: Date | null; examples: DueThread[] }> {
  const ofRule = 'own.kind = $2 AND own.name = $3 AND own.value = $4'
  const values = [JSON.stringify(rules), rule.kind, rule.name, rule.value]
  const { rows } = await client.query<{ threads: number; held: number; oldestAt: Date | null }>(
    `SELECT count(*) FILTER (WHERE due.goes)::int AS threads, count(*) FILTER (WHERE NOT due.goes)::int AS held,
       min(due.used_at) FILTER (WHERE due.goes) AS "oldestAt"
     FROM (SELECT ${USED_AT} AS used_at, ${NOT_HELD} AS goes FROM ${DUE} AND ${ofRule}) due`,
    values,
  )
  const some = await client.query<DueThread>(
    `SELECT t.uid, t.thread_id AS "threadId", t.tenant,
       (SELECT s.subject FROM scope s WHERE s.tenant = t.tenant AND s.id = t.scope_id) AS subject, ${USED_AT} AS "usedAt"
     FROM ${DUE} AND ${ofRule} AND ${NOT_HELD} ORDER BY ${USED_AT}, t.uid LIMIT $5`,
    [...values, examples],
  )
  return { ...(rows[0] ?? { threads: 0, held: 0, oldestAt: null }), examples: some.rows }
}

/** Puts at most `limit` threads whose time is over into the trash, but none under legal hold. Needs the reach 'all'. */
export async function trashDue(
  client: PoolClient,
  { rules, limit }: { rules: readonly Rule[]; limit: number },
): Promise<{ tenant: string; uid: string }[]> {
  const { rows } = await client.query<{ tenant: string; uid: string }>(
    `UPDATE thread SET deleted_at = now(), updated_at = now()
     WHERE (tenant, scope_id, uid) IN (
       SELECT t.tenant, t.scope_id, t.uid FROM ${DUE} AND ${NOT_HELD} LIMIT $2 FOR UPDATE OF t SKIP LOCKED)
     RETURNING tenant, uid`,
    [JSON.stringify(rules), limit],
  )
  return rows
}

/** Takes the turn of following the rules, once in `everyHours`; false where somebody has had it. */
export async function takeRetentionTurn(db: Pick<Pool, 'query'>, everyHours: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE installation SET retention_at = now() WHERE id = 1 AND EXISTS (SELECT 1 FROM retention_rule)
       AND (retention_at IS NULL OR retention_at < now() - $1 * interval '1 hour')`,
    [everyHours],
  )
  return rowCount === 1
}

export async function lastRetention(db: Pick<Pool, 'query'>): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>('SELECT retention_at AS at FROM installation WHERE id = 1')
  return rows[0]?.at ?? null
}
