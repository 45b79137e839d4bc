import type { PoolClient } from 'pg'
import type { ActivityRow } from './activity'
import type { ThreadKey } from './thread-rows'

/** Messages of a thread: after `from`, up to and including `to`. */
export interface SeqRange extends ThreadKey {
  from: number
  to: number
}

/** Bytes of a message that is looked into; larger ones count and are not read. */
const TEXT_LIMIT = 32_768
/** How far back the same question is looked for: messages, and questions among them. */
const BACK_MESSAGES = 2_000
const BACK_QUESTIONS = 200

const RANGES =
  'unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[], $5::int[]) AS k(tenant, scope_id, uid, from_seq, to_seq)'
const OF_THREAD = 'm.tenant = k.tenant AND m.scope_id = k.scope_id AND m.thread_uid = k.uid'
const TEXT = `CASE WHEN m.redacted_at IS NULL AND octet_length(m.raw) <= ${TEXT_LIMIT} THEN m.raw END AS raw`

function valuesOf(ranges: readonly SeqRange[]): unknown[] {
  return [
    ranges.map(({ tenant }) => tenant),
    ranges.map(({ scopeId }) => scopeId),
    ranges.map(({ uid }) => uid),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
  ]
}

export interface SaidRow {
  uid: string
  seq: number
  role: 'user' | 'tool'
  /** Null where it is redacted or too large. */
  raw: string | null
}

/** What users and tools said in these ranges, in seq order. */
export async function saidIn(client: PoolClient, ranges: readonly SeqRange[]): Promise<SaidRow[]> {
  const { rows } = await client.query<SaidRow>(
    `SELECT k.uid, m.seq, m.role, m.raw FROM ${RANGES}
     CROSS JOIN LATERAL (
       SELECT m.seq, m.role, ${TEXT} FROM message m
       WHERE ${OF_THREAD} AND m.seq > k.from_seq AND m.seq <= k.to_seq AND m.role IN ('user', 'tool')
       ORDER BY m.seq) m
     ORDER BY k.uid, m.seq`,
    valuesOf(ranges),
  )
  return rows
}

/** The user's newest messages before these ranges, 200 of the 2,000 messages before at most. */
export async function askedBefore(
  client: PoolClient,
  ranges: readonly SeqRange[],
): Promise<{ uid: string; raw: string }[]> {
  const { rows } = await client.query<{ uid: string; raw: string | null }>(
    `SELECT k.uid, m.raw FROM ${RANGES}
     CROSS JOIN LATERAL (
       SELECT ${TEXT} FROM message m
       WHERE ${OF_THREAD} AND m.seq > k.from_seq - ${BACK_MESSAGES} AND m.seq <= k.from_seq AND m.role = 'user'
       ORDER BY m.seq DESC LIMIT ${BACK_QUESTIONS}) m`,
    valuesOf(ranges),
  )
  return rows.flatMap(({ uid, raw }) => (raw === null ? [] : { uid, raw }))
}

/** The first message of each write in these ranges; an entry's messages stand together. */
const WRITES = `CROSS JOIN LATERAL (
    SELECT m.seq, m.entry_id, m.tokens, m.created_at, (p.entry_id IS DISTINCT FROM m.entry_id) AS begins
    FROM message m
    LEFT JOIN message p ON p.tenant = m.tenant AND p.scope_id = m.scope_id AND p.thread_uid = m.thread_uid AND p.seq = m.seq - 1
    WHERE ${OF_THREAD} AND m.seq > k.from_seq AND m.seq <= k.to_seq) m
  LEFT JOIN entry e ON e.tenant = k.tenant AND e.scope_id = k.scope_id AND e.thread_uid = k.uid AND e.id = m.entry_id`

export interface NotedWrite {
  uid: string
  seq: number
  overBudget: boolean
  hasConflicts: boolean
}

/** Writes in these ranges that followed a read over budget, or had conflicts. */
export async function notedWrites(client: PoolClient, ranges: readonly SeqRange[]): Promise<NotedWrite[]> {
  // A quote within a value stands behind a backslash, so that this is a member of the token and nothing else.
  const { rows } = await client.query<NotedWrite>(
    `SELECT n.* FROM (
       SELECT k.uid, m.seq, coalesce(e.read LIKE '%,"overBudget":true%', false) AS "overBudget",
              e.conflicts IS NOT NULL AS "hasConflicts"
       FROM ${RANGES} ${WRITES} WHERE m.begins) n
     WHERE n."overBudget" OR n."hasConflicts" ORDER BY n.uid, n.seq`,
    valuesOf(ranges),
  )
  return rows
}

/** What was stored in these ranges, by scope, hour (UTC) and agent: the write's own, else the thread's. */
export async function activityIn(
  client: PoolClient,
  ranges: readonly (SeqRange & { agentName: string | null })[],
): Promise<ActivityRow[]> {
  const { rows } = await client.query<ActivityRow>(
    `SELECT k.tenant, k.scope_id AS "scopeId", coalesce(e.agent_name, a.agent_name, '') AS "agentName",
            date_bin('1 hour', m.created_at, '2000-01-01T00:00:00Z') AS hour, 0 AS threads, count(*)::int AS messages,
            sum(m.tokens)::float8 AS tokens, 0 AS reads, count(*) FILTER (WHERE m.begins)::int AS writes
     FROM ${RANGES} ${WRITES}
     LEFT JOIN unnest($3::uuid[], $6::text[]) AS a(uid, agent_name) ON a.uid = k.uid
     GROUP BY 1, 2, 3, 4`,
    [...valuesOf(ranges), ranges.map(({ agentName }) => agentName)],
  )
  return rows
}
