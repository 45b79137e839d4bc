import type { PoolClient } from 'pg'
import { likeAnywhere, sqlParameters } from './sql-parameters'

export interface ScopeRow {
  tenant: string
  subject: string
  threads: number
  messages: number
  tokens: number
  lastMessageAt: Date | null
}

export interface ListScopesParams {
  /** Part of the tenant or the subject, without case. */
  text?: string | undefined
  tenant?: string | undefined
  after: { tenant: string; subject: string } | null
  limit: number
}

/**
 * Scopes with living threads, by tenant and subject, with what they hold. The sums are made for the page's scopes only,
 * so that a page costs what its own threads cost.
 */
export async function listScopes(client: PoolClient, params: ListScopesParams): Promise<ScopeRow[]> {
  const { values, bind } = sqlParameters()
  const conditions = [
    `EXISTS (SELECT 1 FROM thread t WHERE t.tenant = s.tenant AND t.scope_id = s.id AND t.deleted_at IS NULL)`,
  ]
  if (params.tenant !== undefined) conditions.push(`s.tenant = ${bind(params.tenant)}`)
  if (params.text?.trim()) {
    const pattern = bind(likeAnywhere(params.text.trim()))
    conditions.push(`(s.tenant ILIKE ${pattern} OR s.subject ILIKE ${pattern})`)
  }
  if (params.after) {
    conditions.push(`(s.tenant, s.subject) > (${bind(params.after.tenant)}, ${bind(params.after.subject)})`)
  }
  const { rows } = await client.query<ScopeRow>(
    `WITH page AS (
       SELECT s.tenant, s.id, s.subject FROM scope s WHERE ${conditions.join(' AND ')}
       ORDER BY s.tenant, s.subject LIMIT ${bind(params.limit)})
     SELECT p.tenant, p.subject, h.threads, h.messages, h.tokens, h."lastMessageAt"
     FROM page p CROSS JOIN LATERAL (
       SELECT count(*)::int AS threads, coalesce(sum(t.message_count), 0)::float8 AS messages,
              coalesce(sum(t.token_count), 0)::float8 AS tokens, max(t.last_message_at) AS "lastMessageAt"
       FROM thread t WHERE t.tenant = p.tenant AND t.scope_id = p.id AND t.deleted_at IS NULL) h
     ORDER BY p.tenant, p.subject`,
    values,
  )
  return rows
}
