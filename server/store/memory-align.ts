import type { PoolClient } from 'pg'
import type { StoredKey } from '../../memory/stored-keys'
import type { ThreadHeader } from './memory-read'
import { type Queryable, type WindowColumns, type WindowRow, windowRow } from './window-rows'

type ThreadKey = Pick<ThreadHeader, 'tenant' | 'scopeId' | 'uid'>

/** What a write has to know of a thread before it decides. */
export type AlignmentThread = Omit<ThreadHeader, 'window' | 'windowVersion' | 'pins' | 'accessedAt'> & {
  /** Hashes of what redacted messages said, and of what stands there now; hex. */
  readonly redactions: readonly { readonly original: string; readonly now: string }[]
}

/** The living thread of an id; with `lock`, nobody else writes to it until the transaction ends. */
export async function findWritableThread(
  client: PoolClient,
  params: { tenant: string; scopeId: string; threadId: string; lock: boolean },
): Promise<AlignmentThread | null> {
  const { tenant, scopeId, threadId, lock } = params
  const { rows } = await client.query<Omit<AlignmentThread, 'tenant' | 'scopeId'>>({
    name: `writable-thread${lock ? '-locked' : ''}`,
    text: `SELECT uid, agent_name AS "agentName", counter, message_count AS "messageCount", token_count::float8 AS "tokenCount",
        last_turn AS "lastTurn", last_turn_seq AS "lastTurnSeq", turn_open AS "turnOpen", revision::float8 AS revision,
        last_run_id AS "lastRunId",
        (SELECT coalesce(json_agg(json_build_object('original', encode(r.original_hash, 'hex'), 'now', encode(m.hash, 'hex'))), '[]')
         FROM redaction r
         JOIN message m ON m.tenant = r.tenant AND m.scope_id = r.scope_id AND m.thread_uid = r.thread_uid AND m.seq = r.seq
         WHERE r.tenant = thread.tenant AND r.scope_id = thread.scope_id AND r.thread_uid = thread.uid) AS redactions
      FROM thread WHERE tenant = $1 AND scope_id = $2 AND thread_id = $3 AND deleted_at IS NULL
      ${lock ? 'FOR NO KEY UPDATE' : ''}`,
    values: [tenant, scopeId, threadId],
  })
  const [row] = rows
  return row ? { ...row, tenant, scopeId } : null
}

/** Seqs of those of the ids that stand in the thread. */
export async function seqsOfIds(
  client: Queryable,
  thread: ThreadKey,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; seq: number }>({
    name: 'seqs-of-ids',
    text: `SELECT m.id, m.seq FROM unnest($4::text[]) AS wanted(id)
      JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.id = wanted.id`,
    values: [thread.tenant, thread.scopeId, thread.uid, ids],
  })
  return new Map(rows.map((row) => [row.id, row.seq]))
}

/** The keys of inclusive, ascending ranges of seqs. */
export async function keysOfRanges(
  client: Queryable,
  thread: ThreadKey,
  ranges: readonly (readonly [number, number])[],
): Promise<Map<number, StoredKey>> {
  if (ranges.length === 0) return new Map()
  const { rows } = await client.query<{ seq: number; id: string; key: string; role: string }>({
    name: 'keys-of-ranges',
    text: `SELECT m.seq, m.id, encode(m.hash, 'hex') AS key, m.role
      FROM unnest($4::int[], $5::int[]) AS wanted(first, last)
      JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq BETWEEN wanted.first AND wanted.last`,
    values: [thread.tenant, thread.scopeId, thread.uid, ranges.map(([first]) => first), ranges.map(([, last]) => last)],
  })
  return new Map(rows.map(({ seq, ...key }) => [seq, key]))
}

/** The newest seqs with this canonical hash (hex), at most 32, among the newest 100,000 messages: hashes have no index. */
export async function seqsOfHash(
  client: Queryable,
  thread: ThreadKey & { messageCount: number },
  hash: string,
): Promise<number[]> {
  const { rows } = await client.query<{ seq: number }>({
    name: 'seqs-of-hash',
    text: `SELECT seq FROM message
      WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq > $4 AND hash = decode($5, 'hex')
      ORDER BY seq DESC LIMIT 32`,
    values: [thread.tenant, thread.scopeId, thread.uid, thread.messageCount - 100_000, hash],
  })
  return rows.map((row) => row.seq).reverse()
}

/** The rows of the open turn that make or answer calls. */
export async function openTurnCalls(client: Queryable, thread: AlignmentThread): Promise<WindowRow[]> {
  if (!thread.turnOpen) return []
  const { rows } = await client.query<WindowColumns>({
    name: 'open-turn-calls',
    text: `SELECT seq, role, turn, tokens, running_tokens, call_ids, tool_call_id, is_empty, false, hash FROM message
      WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq >= $4 AND (call_ids IS NOT NULL OR tool_call_id IS NOT NULL)
      ORDER BY seq`,
    values: [thread.tenant, thread.scopeId, thread.uid, thread.lastTurnSeq],
    rowMode: 'array',
  })
  return rows.map(windowRow)
}

/** Seqs after `total` that this run has stored, or that were stored after this very read (its token's text). */
export async function seqsSince(
  client: Queryable,
  thread: ThreadKey,
  since: { total: number; runId: string | undefined; read: string },
): Promise<number[]> {
  const { rows } = await client.query<{ seq: number }>({
    name: 'seqs-since',
    text: `SELECT m.seq FROM message m
      JOIN entry e ON e.tenant = m.tenant AND e.scope_id = m.scope_id AND e.thread_uid = m.thread_uid AND e.id = m.entry_id
      WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq > $4 AND (e.run_id = $5 OR e.read = $6)
      ORDER BY m.seq`,
    values: [thread.tenant, thread.scopeId, thread.uid, since.total, since.runId ?? null, since.read],
  })
  return rows.map((row) => row.seq)
}

/** The rows of a list that was handed out, by its ranges; with the texts of those that were served as copies. */
export async function handedRows(
  client: Queryable,
  thread: ThreadKey,
  handed: { ranges: readonly (readonly [number, number])[]; copies: readonly number[] },
): Promise<(WindowRow & { readonly copied: string | null })[]> {
  const { rows } = await client.query<[...WindowColumns, copied: string | null]>({
    name: 'handed-rows',
    text: `SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, false, m.hash,
        CASE WHEN m.seq = ANY ($6::int[]) THEN m.raw END
      FROM unnest($4::int[], $5::int[]) AS wanted(first, last)
      JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq BETWEEN wanted.first AND wanted.last
      ORDER BY m.seq`,
    values: [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      handed.ranges.map(([first]) => first),
      handed.ranges.map(([, last]) => last),
      handed.copies,
    ],
    rowMode: 'array',
  })
  return rows.map((columns) => ({ ...windowRow(columns), copied: columns[10] }))
}
