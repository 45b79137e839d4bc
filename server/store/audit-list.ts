import type { PoolClient } from 'pg'
import type { AuditEventView, AuditFilters } from '../schemas/audit'
import { sqlParameters } from './sql-parameters'

/** Where a page begins: behind this line. */
export interface AuditPosition {
  readonly at: Date
  readonly tenant: string
  readonly number: number
}

export interface ListedEvent {
  readonly at: Date
  readonly view: Omit<AuditEventView, 'details' | 'at'>
  /** As JSON text. */
  readonly details: string
  /** The seal of the line, hexadecimal. */
  readonly hash: string
}

interface EventRow {
  tenant: string
  number: string
  at: Date
  actor_kind: AuditEventView['actorKind']
  actor_id: string
  actor_name: string | null
  actor_email: string | null
  action: string
  object_kind: string
  object_id: string
  object_name: string | null
  is_there: boolean
  outcome: AuditEventView['outcome']
  details: string
  request_id: string | null
  hash: string
}

/** The newest lines behind a position. The log has no wall of its own: `tenants` is all that is seen, null is every one. */
export async function listAuditEvents(
  client: Pick<PoolClient, 'query'>,
  params: {
    filters: AuditFilters
    tenants: readonly string[] | null
    behind: AuditPosition | null
    limit: number
  },
): Promise<ListedEvent[]> {
  const { filters, tenants, behind } = params
  const { values, bind } = sqlParameters()
  const conditions = ['true']
  if (tenants !== null) conditions.push(`tenant = ANY (${bind(tenants)}::text[])`)
  if (filters.tenant !== undefined) conditions.push(`tenant = ${bind(filters.tenant)}`)
  if (filters.after !== undefined) conditions.push(`at >= ${bind(filters.after)}::timestamptz`)
  if (filters.before !== undefined) conditions.push(`at < ${bind(filters.before)}::timestamptz`)
  if (filters.action !== undefined) conditions.push(`action = ${bind(filters.action)}`)
  if (filters.object !== undefined) conditions.push(`object_id = ${bind(filters.object)}`)
  if (filters.outcome !== undefined) conditions.push(`outcome = ${bind(filters.outcome)}`)
  if (filters.actor !== undefined) {
    const actor = bind(filters.actor)
    conditions.push(`actor_id IN (SELECT ${actor} UNION SELECT o.id FROM operator o WHERE o.email = lower(${actor})
      UNION SELECT k.id::text FROM api_key k WHERE k.name = ${actor})`)
  }
  if (behind !== null) {
    const place = [behind.at, behind.tenant, behind.number].map(bind)
    conditions.push(`(at, tenant, number) < (${place[0]}::timestamptz, ${place[1]}::text, ${place[2]}::bigint)`)
  }
  const { rows } = await client.query<EventRow>(
    `SELECT e.tenant, e.number, e.at, e.actor_kind, e.actor_id, e.action, e.object_kind, e.object_id, e.outcome, e.details,
       e.request_id, encode(e.hash, 'hex') AS hash, o.email AS actor_email,
       CASE e.actor_kind WHEN 'operator' THEN o.name
         WHEN 'key' THEN (SELECT k.name FROM api_key k WHERE k.id::text = e.actor_id) END AS actor_name,
       CASE e.object_kind WHEN 'operator' THEN (SELECT p.name FROM operator p WHERE p.id = e.object_id)
         WHEN 'key' THEN (SELECT k.name FROM api_key k WHERE k.id::text = e.object_id)
         WHEN 'view' THEN (SELECT v.name FROM saved_view v WHERE v.id::text = e.object_id AND v.is_shared)
         WHEN 'queue' THEN (SELECT q.name FROM review_queue q WHERE q.id::text = e.object_id) END AS object_name,
       CASE WHEN e.object_kind IN ('thread', 'message') AND e.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
         THEN EXISTS (SELECT 1 FROM thread t WHERE t.uid = left(e.object_id, 36)::uuid AND t.deleted_at IS NULL)
         ELSE false END AS is_there
     FROM (SELECT * FROM audit_event WHERE ${conditions.join(' AND ')}
           ORDER BY at DESC, tenant DESC, number DESC LIMIT ${bind(params.limit)}) e
     LEFT JOIN operator o ON e.actor_kind = 'operator' AND o.id = e.actor_id
     ORDER BY e.at DESC, e.tenant DESC, e.number DESC`,
    values,
  )
  return rows.map(toListed)
}

function toListed(row: EventRow): ListedEvent {
  return {
    at: row.at,
    view: {
      tenant: row.tenant,
      number: Number(row.number),
      actorKind: row.actor_kind,
      actorId: row.actor_id,
      actorName: row.actor_name,
      actorEmail: row.actor_email,
      action: row.action,
      objectKind: row.object_kind,
      objectId: row.object_id,
      objectName: row.object_name,
      isThere: row.is_there,
      outcome: row.outcome,
      requestId: row.request_id,
    },
    details: row.details,
    hash: row.hash,
  }
}
