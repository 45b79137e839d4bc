import type { PoolClient } from 'pg'

/** The line that a part of the check ends at; the next part goes on behind it. */
export interface ChainPosition {
  readonly tenant: string
  readonly number: string
  /** Hexadecimal. */
  readonly hash: string
}

export interface CheckedPart {
  readonly events: number
  /** Chains that begin in this part. */
  readonly begun: number
  /** Of each chain the first number that is not as it was written, or is missing. */
  readonly broken: readonly { tenant: string; number: number }[]
  readonly last: ChainPosition | null
}

/**
 * Reads lines in the order of their chains and seals each anew, as loci_audit() did: its own hash, the one before it, and
 * its number must fit. `tenants` is all that is looked at, null is every one.
 */
export async function checkChainPart(
  client: Pick<PoolClient, 'query'>,
  params: { tenants: readonly string[] | null; behind: ChainPosition | null; limit: number },
): Promise<CheckedPart> {
  const { behind } = params
  const { rows } = await client.query<{
    events: number
    begun: number
    broken: { tenant: string; number: number }[] | null
    tenant: string | null
    number: string | null
    hash: string | null
  }>(
    `WITH part AS (
       SELECT * FROM audit_event
       WHERE ($1::text[] IS NULL OR tenant = ANY ($1::text[]))
         AND ($2::text IS NULL OR (tenant, number) > ($2::text, $3::bigint))
       ORDER BY tenant, number LIMIT $5
     ), linked AS (
       SELECT p.*, lag(number) OVER chain AS before_number, lag(hash) OVER chain AS before_hash FROM part p
       WINDOW chain AS (PARTITION BY tenant ORDER BY number)
     ), known AS (
       SELECT l.*,
         coalesce(before_number, CASE WHEN tenant = $2 THEN $3::bigint END, 0) AS place,
         coalesce(before_hash, CASE WHEN tenant = $2 THEN decode($4, 'hex') END, ''::bytea) AS link,
         before_number IS NULL AND tenant IS DISTINCT FROM $2 AS begins
       FROM linked l
     ), checked AS (
       SELECT tenant, number, hash, begins, place,
         number = place + 1 AND previous_hash = link
         AND hash = sha256(previous_hash || convert_to(json_build_array(tenant, number, extract(epoch FROM at), actor_kind,
           actor_id, action, object_kind, object_id, outcome, details, request_id)::text, 'UTF8')) AS is_whole
       FROM known
     ), last AS (SELECT tenant, number, hash FROM checked ORDER BY tenant DESC, number DESC LIMIT 1)
     SELECT (SELECT count(*)::int FROM checked) AS events, (SELECT count(*)::int FROM checked WHERE begins) AS begun,
       (SELECT json_agg(b) FROM (SELECT tenant, min(place + 1) AS number FROM checked WHERE NOT is_whole
                                 GROUP BY tenant ORDER BY tenant LIMIT 100) b) AS broken,
       l.tenant, l.number::text, encode(l.hash, 'hex') AS hash
     FROM (SELECT 1) one LEFT JOIN last l ON true`,
    [params.tenants, behind?.tenant ?? null, behind?.number ?? null, behind?.hash ?? null, params.limit],
  )
  const [row] = rows
  if (!row || row.tenant === null || row.number === null || row.hash === null) {
    return { events: 0, begun: 0, broken: [], last: null }
  }
  const { events, begun, tenant, number, hash } = row
  return { events, begun, broken: row.broken ?? [], last: { tenant, number, hash } }
}
