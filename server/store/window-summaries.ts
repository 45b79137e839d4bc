import type { Queryable, ThreadTotals } from './window-rows'

/** The newest summary of a thread, as windows hand it out. */
export interface StoredSummary {
  readonly version: number
  /** It stands for the messages from the thread's start (`fromSeq`, 1) to `toSeq`. */
  readonly fromSeq: number
  readonly toSeq: number
  /** Of the message that is handed out for it. */
  readonly tokens: number
  readonly text: string
}

/** What is known of a thread's summary without its text. */
export interface KnownSummary extends Omit<StoredSummary, 'text' | 'fromSeq'> {
  /** The thread's running total at `toSeq`. */
  readonly coveredTokens: number
}

export interface SummaryOfThread {
  readonly summary: KnownSummary | null
  /** Why there is no newer one; null after an attempt that made one, and before any. */
  readonly reason: string | null
}

/** The newest summary of each thread, in the order asked: one statement. Call it inside `withReach`. */
export async function loadSummaries(
  client: Queryable,
  threads: readonly Pick<ThreadTotals, 'tenant' | 'scopeId' | 'uid'>[],
): Promise<SummaryOfThread[]> {
  const found: SummaryOfThread[] = threads.map(() => ({ summary: null, reason: null }))
  if (threads.length === 0) return found
  const { rows } = await client.query<{
    i: number
    version: number | null
    toSeq: number
    tokens: number
    coveredTokens: number
    reason: string | null
  }>({
    name: 'window-summaries',
    text: `SELECT q.i::int AS i, n.version, n.to_seq AS "toSeq", n.tokens, m.running_tokens::float8 AS "coveredTokens", s.reason
      FROM unnest($1::text[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS q(tenant, scope_id, uid, i)
      LEFT JOIN LATERAL (
        SELECT y.version, y.to_seq, y.tokens FROM summary y
        WHERE y.tenant = q.tenant AND y.scope_id = q.scope_id AND y.thread_uid = q.uid
        ORDER BY y.version DESC LIMIT 1) n ON true
      LEFT JOIN message m ON m.tenant = q.tenant AND m.scope_id = q.scope_id AND m.thread_uid = q.uid AND m.seq = n.to_seq
      LEFT JOIN summary_state s ON s.tenant = q.tenant AND s.scope_id = q.scope_id AND s.thread_uid = q.uid`,
    values: [threads.map(({ tenant }) => tenant), threads.map(({ scopeId }) => scopeId), threads.map(({ uid }) => uid)],
  })
  for (const { i, version, reason, ...summary } of rows) {
    found[i - 1] = { summary: version === null ? null : { version, ...summary }, reason }
  }
  return found
}
