import type { PoolClient } from 'pg'
import { likeAnywhere, sqlParameters } from './sql-parameters'

export interface TotalsRow {
  threads: number
  messages: number
  tokens: number
  lastMessageAt: Date | null
}

export interface TenantRow extends TotalsRow {
  tenant: string
  /** Those with living threads. */
  subjects: number
}

/** A scope that the sweep has not counted yet is counted here. */
const COUNTED = `scope s
  LEFT JOIN scope_total o ON o.tenant = s.tenant AND o.scope_id = s.id
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS threads, sum(t.message_count) AS messages, sum(t.token_count) AS tokens,
           max(t.last_message_at) AS last_message_at
    FROM thread t WHERE o.tenant IS NULL AND t.tenant = s.tenant AND t.scope_id = s.id AND t.deleted_at IS NULL) n ON true`
const SUMS = `count(*) FILTER (WHERE coalesce(o.threads, n.threads) > 0)::int AS subjects,
  coalesce(sum(coalesce(o.threads, n.threads)), 0)::int AS threads,
  coalesce(sum(coalesce(o.messages, n.messages)), 0)::float8 AS messages,
  coalesce(sum(coalesce(o.tokens, n.tokens)), 0)::float8 AS tokens,
  max(coalesce(o.last_message_at, n.last_message_at)) AS "lastMessageAt"`

/** Tenants with living threads, by name, with what all their scopes hold. */
export async function listTenants(
  client: PoolClient,
  params: { text?: string | undefined; after: string | null; limit: number },
): Promise<TenantRow[]> {
  const { values, bind } = sqlParameters()
  const conditions = ['true']
  if (params.after !== null) conditions.push(`s.tenant > ${bind(params.after)}`)
  if (params.text?.trim()) {
    const pattern = bind(likeAnywhere(params.text.trim()))
    conditions.push(
      `s.tenant IN (SELECT f.tenant FROM scope f WHERE f.tenant ILIKE ${pattern} OR f.subject ILIKE ${pattern})`,
    )
  }
  const { rows } = await client.query<TenantRow>(
    `SELECT s.tenant, ${SUMS} FROM ${COUNTED} WHERE ${conditions.join(' AND ')}
     GROUP BY s.tenant HAVING sum(coalesce(o.threads, n.threads)) > 0 ORDER BY s.tenant LIMIT ${bind(params.limit)}`,
    values,
  )
  return rows
}

/** What a tenant holds; null when nothing of it is stored, not even in the trash. */
export async function tenantTotals(client: PoolClient, tenant: string): Promise<TenantRow | null> {
  const { rows } = await client.query<TenantRow>(
    `SELECT s.tenant, ${SUMS} FROM ${COUNTED} WHERE s.tenant = $1 GROUP BY s.tenant`,
    [tenant],
  )
  return rows[0] ?? null
}

/** What a scope holds, counted now by index; null when it does not exist. */
export async function scopeTotals(
  client: PoolClient,
  scope: { tenant: string; subject: string },
): Promise<(TotalsRow & { scopeId: string }) | null> {
  const { rows } = await client.query<TotalsRow & { scopeId: string }>(
    `SELECT s.id AS "scopeId", h.* FROM scope s CROSS JOIN LATERAL (
       SELECT count(*)::int AS threads, coalesce(sum(t.message_count), 0)::float8 AS messages,
              coalesce(sum(t.token_count), 0)::float8 AS tokens, max(t.last_message_at) AS "lastMessageAt"
       FROM thread t WHERE t.tenant = s.tenant AND t.scope_id = s.id AND t.deleted_at IS NULL) h
     WHERE s.tenant = $1 AND s.subject = $2`,
    [scope.tenant, scope.subject],
  )
  return rows[0] ?? null
}

/** Deleted threads of a tenant or one of its scopes, up to `cap`. */
export async function countDeleted(
  client: PoolClient,
  { tenant, scopeId, cap }: { tenant: string; scopeId: string | undefined; cap: number },
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM thread t WHERE t.tenant = $1 AND t.deleted_at IS NOT NULL
         ${scopeId === undefined ? '' : 'AND t.scope_id = $3::uuid'} LIMIT $2) x`,
    scopeId === undefined ? [tenant, cap] : [tenant, cap, scopeId],
  )
  return rows[0]?.count ?? 0
}
