import type { PoolClient } from 'pg'
import { SIGNALS, type Signal } from '../../memory/signals'
import { OF_THREAD, STATUS_NOW } from './review-conditions'
import { sqlParameters } from './sql-parameters'

/** Everything, a tenant, or one scope. */
export interface Within {
  tenant?: string | undefined
  scopeId?: string | undefined
}

function within({ tenant, scopeId }: Within, alias: string) {
  const { values, bind } = sqlParameters()
  const conditions = ['true']
  if (tenant !== undefined) conditions.push(`${alias}.tenant = ${bind(tenant)}`)
  if (scopeId !== undefined) conditions.push(`${alias}.scope_id = ${bind(scopeId)}::uuid`)
  return { values, bind, where: conditions.join(' AND ') }
}

/** How many living threads have each signal, up to `cap`; those that nobody has are left out. */
export async function countSignals(
  client: PoolClient,
  { cap, ...place }: Within & { cap: number },
): Promise<{ signal: Signal; threads: number }[]> {
  const { values, bind, where } = within(place, 'g')
  const limit = bind(cap)
  const { rows } = await client.query<{ signal: Signal; threads: number }>(
    `SELECT n.signal, c.threads FROM unnest(${bind(SIGNALS)}::text[]) WITH ORDINALITY AS n(signal, place)
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS threads FROM (
         SELECT 1 FROM thread_signal g JOIN thread t ON t.tenant = g.tenant AND t.scope_id = g.scope_id AND t.uid = g.thread_uid
         WHERE g.signal = n.signal AND ${where} AND t.deleted_at IS NULL LIMIT ${limit}) x) c
     WHERE c.threads > 0 ORDER BY n.place`,
    values,
  )
  return rows
}

/** Jobs that failed in the last seven days, and threads without the summary that is due, each up to `cap`. */
export async function countFailures(
  client: PoolClient,
  { cap, createdBy }: { cap: number; createdBy: string | null },
): Promise<{ failedJobs: number; failedSummaries: number }> {
  const { rows } = await client.query<{ failedJobs: number; failedSummaries: number }>(
    `SELECT
       (SELECT count(*)::int FROM (
          SELECT 1 FROM job WHERE created_at > now() - interval '7 days' AND state = 'failed'
            AND ($2::text IS NULL OR created_by = $2) LIMIT $1) x) AS "failedJobs",
       (SELECT count(*)::int FROM (
          SELECT 1 FROM summary_state f JOIN thread t ON t.tenant = f.tenant AND t.scope_id = f.scope_id AND t.uid = f.thread_uid
          WHERE f.reason IS NOT NULL AND t.deleted_at IS NULL LIMIT $1) x) AS "failedSummaries"`,
    [cap, createdBy],
  )
  const [counted] = rows
  if (!counted) throw new Error('a count has no row')
  return counted
}

export interface BriefRow {
  uid: string
  threadId: string
  title: string | null
  firstLine: string | null
  tenant: string
  subject: string
  agentName: string | null
  messageCount: number
  tokenCount: number
  lastMessageAt: Date | null
}

const BRIEF = `t.uid, t.thread_id AS "threadId", t.title, t.first_line AS "firstLine", t.tenant, s.subject,
  t.agent_name AS "agentName", t.message_count AS "messageCount", t.token_count::float8 AS "tokenCount",
  t.last_message_at AS "lastMessageAt"`
const SCOPE = 'JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id'
/** So many of the largest are looked at, since some of them may be in the trash. */
const SPARE = 50

/** The largest living threads by tokens, as of the sweep's last look at each. */
export async function largestThreads(
  client: PoolClient,
  { limit, ...place }: Within & { limit: number },
): Promise<BriefRow[]> {
  const { values, bind, where } = within(place, 'w')
  const { rows } = await client.query<BriefRow>(
    `SELECT ${BRIEF} FROM (
       SELECT w.tenant, w.scope_id, w.thread_uid FROM thread_sweep w WHERE ${where}
       ORDER BY w.token_count DESC LIMIT ${SPARE}) w
     JOIN thread t ON t.tenant = w.tenant AND t.scope_id = w.scope_id AND t.uid = w.thread_uid ${SCOPE}
     WHERE t.deleted_at IS NULL AND t.message_count > 0 ORDER BY t.token_count DESC, t.uid LIMIT ${bind(limit)}`,
    values,
  )
  return rows
}

/** The living threads in which nothing has happened for the longest time. */
export async function stalestThreads(client: PoolClient, limit: number): Promise<BriefRow[]> {
  const { rows } = await client.query<BriefRow>(
    `SELECT ${BRIEF} FROM (
       SELECT * FROM thread t WHERE t.deleted_at IS NULL AND t.last_message_at IS NOT NULL
       ORDER BY t.last_message_at, t.uid LIMIT $1) t ${SCOPE}
     ORDER BY t.last_message_at, t.uid`,
    [limit],
  )
  return rows
}

/** Of the open living threads that hold a message the one whose last is oldest. */
export async function oldestUnreviewed(client: PoolClient): Promise<BriefRow | null> {
  const { rows } = await client.query<BriefRow>(
    `SELECT ${BRIEF} FROM (
       SELECT * FROM thread t WHERE t.deleted_at IS NULL AND t.last_message_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM thread_review r WHERE ${OF_THREAD} AND ${STATUS_NOW} <> 'open')
       ORDER BY t.last_message_at, t.uid LIMIT 1) t ${SCOPE}`,
  )
  return rows[0] ?? null
}
