import type { PoolClient } from 'pg'
import { OF_THREAD, STATUS_NOW } from './review-conditions'
import { type SqlParameters, sqlParameters } from './sql-parameters'
import { type FilterOptions, threadConditions } from './threads-filter'

/** One value of a facet: of scopes tenant and subject, of tags key and value; `detail` is null where there is one part only. */
export interface FacetValue {
  readonly value: string
  readonly detail: string | null
  readonly count: number
}

export interface FacetCounts {
  readonly values: FacetValue[]
  /** Threads that were looked at. */
  readonly counted: number
}

/** How each facet is made of the threads that were found, as rows (value, detail, count). */
const FACETS = {
  agentName: `SELECT agent_name, NULL, count(*) FROM found WHERE agent_name IS NOT NULL GROUP BY 1`,
  scope: `SELECT g.tenant, o.subject, g.count FROM (SELECT tenant, scope_id, count(*) FROM found GROUP BY 1, 2) g
    JOIN scope o ON o.tenant = g.tenant AND o.id = g.scope_id`,
  // Threads are found by the tags of their entries too.
  tags: `SELECT g.key, g.value, count(*) FROM found f CROSS JOIN LATERAL (
      SELECT key, value FROM thread_tag WHERE tenant = f.tenant AND scope_id = f.scope_id AND thread_uid = f.uid
      UNION SELECT key, value FROM entry_tag WHERE tenant = f.tenant AND scope_id = f.scope_id AND thread_uid = f.uid) g
    GROUP BY 1, 2`,
  signals: `SELECT s.signal, NULL, count(*) FROM found f
    JOIN thread_signal s ON s.tenant = f.tenant AND s.scope_id = f.scope_id AND s.thread_uid = f.uid GROUP BY 1`,
  status: `SELECT CASE WHEN r.thread_uid IS NULL THEN 'open' ELSE ${STATUS_NOW} END, NULL, count(*)
    FROM found t LEFT JOIN thread_review r ON ${OF_THREAD} GROUP BY 1`,
  outcome: `SELECT r.outcome, NULL, count(*) FROM found t JOIN thread_review r ON ${OF_THREAD}
    WHERE r.outcome IS NOT NULL GROUP BY 1`,
  assignee: `SELECT coalesce(r.assignee, 'none'), NULL, count(*)
    FROM found t LEFT JOIN thread_review r ON ${OF_THREAD} GROUP BY 1`,
  reviewer: `SELECT r.reviewed_by, NULL, count(*) FROM found t JOIN thread_review r ON ${OF_THREAD}
    WHERE r.reviewed_by IS NOT NULL GROUP BY 1`,
  active: timeBuckets('last_message_at'),
  created: timeBuckets('created_at'),
  tokens: `SELECT b.name, NULL, (SELECT count(*) FROM found WHERE token_count >= b.least AND token_count <= b.most)
    FROM (VALUES ('0..999', 0::bigint, 999::bigint), ('1000..9999', 1000, 9999), ('10000..99999', 10000, 99999),
      ('100000..', 100000, 9223372036854775807)) AS b(name, least, most)`,
} as const
export type FacetName = keyof typeof FACETS

/** Of what each facet is made; so narrow that the rows fit into memory. */
const COLUMNS: Record<FacetName, string> = {
  agentName: 't.agent_name',
  scope: 't.tenant, t.scope_id',
  tags: 't.tenant, t.scope_id, t.uid',
  signals: 't.tenant, t.scope_id, t.uid',
  status: 't.tenant, t.scope_id, t.uid, t.message_count',
  outcome: 't.tenant, t.scope_id, t.uid',
  assignee: 't.tenant, t.scope_id, t.uid',
  reviewer: 't.tenant, t.scope_id, t.uid',
  active: 't.last_message_at',
  created: 't.created_at',
  tokens: 't.token_count',
}

function timeBuckets(column: string): string {
  return `SELECT b.name, NULL, (SELECT count(*) FROM found WHERE ${column} >= now() - b.span)
    FROM (VALUES ('1h', interval '1 hour'), ('24h', interval '24 hours'), ('7d', interval '7 days'),
      ('30d', interval '30 days')) AS b(name, span)`
}

/**
 * How many threads each value of a facet has among those that match, most first: one statement, which looks at `cap` threads at
 * most, whichever come first.
 */
export async function countFacet(
  client: PoolClient,
  params: FilterOptions & { by: FacetName; cap: number; limit: number },
): Promise<FacetCounts> {
  const { by, cap, limit } = params
  if (params.reach.kind === 'scope' && params.scopeId === null) return { values: [], counted: 0 }
  const parameters: SqlParameters = sqlParameters()
  const conditions = threadConditions(params, parameters).join(' AND ')
  const { rows } = await client.query<{ value: string | null; detail: string | null; count: number; counted: number }>(
    `WITH found AS MATERIALIZED (
       SELECT ${COLUMNS[by]} FROM thread t WHERE ${conditions}
       LIMIT ${parameters.bind(cap)}),
     facet(value, detail, count) AS (${FACETS[by]})
     SELECT f.value, f.detail, f.count::int AS count, c.counted::int AS counted
     FROM (SELECT count(*) AS counted FROM found) c
     LEFT JOIN LATERAL (SELECT * FROM facet ORDER BY count DESC, value, detail LIMIT ${parameters.bind(limit)}) f ON true
     ORDER BY f.count DESC, f.value, f.detail`,
    parameters.values,
  )
  return {
    values: rows.flatMap(({ value, detail, count }) => (value === null ? [] : [{ value, detail, count }])),
    counted: rows[0]?.counted ?? 0,
  }
}
