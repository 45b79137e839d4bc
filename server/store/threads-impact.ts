import type { PoolClient } from 'pg'
import { sqlParameters } from './sql-parameters'
import { type FilterOptions, threadConditions } from './threads-filter'

/** What hangs on some living threads. */
export interface ImpactRow {
  threads: number
  messages: number
  tokens: number
  entries: number
  summaries: number
  vectors: number
  pins: number
  notes: number
  reviews: number
  forks: number
}

/** Which threads: these, or all that match. */
export type ImpactTarget = { uids: readonly string[] } | Pick<FilterOptions, 'filter'>

/**
 * Counts what a deletion would take along: all rows that hang on the threads, by the index each of them begins with, and the
 * living forks that stay behind without the thread they came from.
 */
export async function countImpact(
  client: PoolClient,
  { target, ...where }: Pick<FilterOptions, 'reach' | 'scopeId'> & { target: ImpactTarget },
): Promise<ImpactRow> {
  const counts = { entries: 0, summaries: 0, vectors: 0, pins: 0, notes: 0, reviews: 0 }
  const none = { threads: 0, messages: 0, tokens: 0, ...counts, forks: 0 }
  if (where.reach.kind === 'scope' && where.scopeId === null) return none
  const parameters = sqlParameters()
  const filter = 'filter' in target ? target.filter : { deleted: false }
  const conditions = threadConditions({ ...where, filter }, parameters)
  if ('uids' in target) conditions.push(`t.uid = ANY (${parameters.bind(target.uids)}::uuid[])`)
  const hanging = (table: string) =>
    `(SELECT count(*) FROM meant k JOIN ${table} x ON x.tenant = k.tenant AND x.scope_id = k.scope_id AND x.thread_uid = k.uid)::float8`
  const { rows } = await client.query<ImpactRow>(
    `WITH meant AS MATERIALIZED (
       SELECT t.tenant, t.scope_id, t.uid, t.message_count, t.token_count FROM thread t WHERE ${conditions.join(' AND ')})
     SELECT count(*)::float8 AS threads, coalesce(sum(message_count), 0)::float8 AS messages,
       coalesce(sum(token_count), 0)::float8 AS tokens, ${hanging('entry')} AS entries,
       ${hanging('summary')} AS summaries, ${hanging('message_vector')} AS vectors, ${hanging('pin')} AS pins,
       ${hanging('note')} AS notes, ${hanging('review_record')} AS reviews,
       (SELECT count(*) FROM meant k
        JOIN lineage own ON own.tenant = k.tenant AND own.scope_id = k.scope_id AND own.thread_uid = k.uid
        JOIN lineage l ON l.tenant = own.tenant AND l.scope_id = own.scope_id AND l.root_uid = own.root_uid
          AND l.parent_uid = k.uid AND l.purged_at IS NULL
        JOIN thread f ON f.tenant = l.tenant AND f.scope_id = l.scope_id AND f.uid = l.thread_uid AND f.deleted_at IS NULL
        WHERE NOT EXISTS (SELECT 1 FROM meant o WHERE o.uid = f.uid))::float8 AS forks
     FROM meant`,
    parameters.values,
  )
  return rows[0] ?? none
}
