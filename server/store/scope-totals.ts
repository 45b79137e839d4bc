import type { PoolClient } from 'pg'

/** Scopes with more threads than this are counted anew with all others, not with each of their writes. */
const OFTEN_LIMIT = 2_000

const COUNTED = `count(*)::int AS threads, coalesce(sum(t.message_count), 0)::bigint AS messages,
  coalesce(sum(t.token_count), 0)::bigint AS tokens, max(t.last_message_at) AS last_message_at`
const IS_EMPTY = `NOT EXISTS (
  SELECT 1 FROM thread t WHERE t.tenant = o.tenant AND t.scope_id = o.scope_id AND t.deleted_at IS NULL)`
const REPLACE = `ON CONFLICT (tenant, scope_id) DO UPDATE SET threads = excluded.threads, messages = excluded.messages,
  tokens = excluded.tokens, last_message_at = excluded.last_message_at
  WHERE (scope_total.threads, scope_total.messages, scope_total.tokens, scope_total.last_message_at)
    IS DISTINCT FROM (excluded.threads, excluded.messages, excluded.tokens, excluded.last_message_at)`

/** Counts these scopes' living threads anew, by index. One without any has no row. */
export async function countScopes(
  client: PoolClient,
  scopes: readonly { tenant: string; scopeId: string }[],
): Promise<void> {
  const names = [scopes.map(({ tenant }) => tenant), scopes.map(({ scopeId }) => scopeId)]
  await client.query(
    `INSERT INTO scope_total (tenant, scope_id, threads, messages, tokens, last_message_at)
     SELECT s.tenant, s.id, h.threads, h.messages, h.tokens, h.last_message_at
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::uuid[]) AS k(tenant, id)) k
     JOIN scope s ON s.tenant = k.tenant AND s.id = k.id
     LEFT JOIN scope_total o ON o.tenant = s.tenant AND o.scope_id = s.id
     CROSS JOIN LATERAL (
       SELECT ${COUNTED} FROM thread t WHERE t.tenant = s.tenant AND t.scope_id = s.id AND t.deleted_at IS NULL) h
     WHERE coalesce(o.threads, 0) <= ${OFTEN_LIMIT} AND h.threads > 0
     ORDER BY 1, 2 ${REPLACE}`,
    names,
  )
  await client.query(
    `DELETE FROM scope_total o USING unnest($1::text[], $2::uuid[]) AS k(tenant, id)
     WHERE o.tenant = k.tenant AND o.scope_id = k.id AND ${IS_EMPTY}`,
    names,
  )
}

/** Counts the scopes anew in which threads were deleted since a time. */
export async function countDeletedSince(client: PoolClient, since: Date): Promise<void> {
  const { rows } = await client.query<{ tenant: string; scopeId: string }>(
    `SELECT DISTINCT tenant, scope_id AS "scopeId" FROM thread WHERE deleted_at >= $1`,
    [since],
  )
  if (rows.length > 0) await countScopes(client, rows)
}

/** Counts all of them anew, in one pass over the threads. */
export async function countAllScopes(client: PoolClient): Promise<void> {
  await client.query(
    `INSERT INTO scope_total (tenant, scope_id, threads, messages, tokens, last_message_at)
     SELECT t.tenant, t.scope_id, ${COUNTED} FROM thread t WHERE t.deleted_at IS NULL
     GROUP BY t.tenant, t.scope_id ORDER BY 1, 2 ${REPLACE}`,
  )
  await client.query(`DELETE FROM scope_total o WHERE ${IS_EMPTY}`)
}
