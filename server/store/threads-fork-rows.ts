import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'

/** A message of a fork's source, without its text. */
export interface ForkRow {
  seq: number
  id: string
  role: string
  turn: number
  callIds: readonly string[]
  toolCallId: string | null
  exchangeSeq: number | null
  tokens: number
  entryId: string
  createdAt: Date
}

/** Seqs, inclusive. */
export interface Stretch {
  from: number
  to: number
}

/** Messages of a stretch, in seq order. */
export async function loadForkRows(
  client: PoolClient,
  { thread, from, to }: Stretch & { thread: ThreadKey },
): Promise<ForkRow[]> {
  const { rows } = await client.query<
    Omit<ForkRow, 'callIds' | 'toolCallId'> & { callIds: string | null; toolCallId: string | null }
  >(
    `SELECT seq, id, role, turn, call_ids AS "callIds", tool_call_id AS "toolCallId", exchange_seq AS "exchangeSeq",
            tokens, entry_id AS "entryId", created_at AS "createdAt"
     FROM message WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq BETWEEN $4 AND $5 ORDER BY seq`,
    [thread.tenant, thread.scopeId, thread.uid, from, to],
  )
  return rows.map((row) => ({
    ...row,
    // Both columns hold JSON that the write made: a list of texts, and a text.
    callIds: row.callIds === null ? [] : (JSON.parse(row.callIds) as string[]),
    toolCallId: row.toolCallId === null ? null : (JSON.parse(row.toolCallId) as string),
  }))
}

/** Seqs of messages by id; ids that the thread does not have are absent. */
export async function seqsOfIds(
  client: PoolClient,
  { thread, ids }: { thread: ThreadKey; ids: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; seq: number }>(
    `SELECT id, seq FROM message WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND id = ANY ($4::text[])`,
    [thread.tenant, thread.scopeId, thread.uid, ids],
  )
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** The stretch, widened to whole turns at both ends; a turn is one stretch of seqs. Costs what it adds. */
export async function widenToTurns(
  client: PoolClient,
  { thread, from, to, last }: Stretch & { thread: ThreadKey; last: number },
): Promise<Stretch> {
  const { rows } = await client.query<{ before: number | null; behind: number | null }>(
    `SELECT
       (SELECT o.seq FROM message o JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq = $4
        WHERE o.tenant = $1 AND o.scope_id = $2 AND o.thread_uid = $3 AND o.seq < $4 AND o.turn < m.turn
        ORDER BY o.seq DESC LIMIT 1) AS before,
       (SELECT o.seq FROM message o JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq = $5
        WHERE o.tenant = $1 AND o.scope_id = $2 AND o.thread_uid = $3 AND o.seq > $5 AND o.turn > m.turn
        ORDER BY o.seq LIMIT 1) AS behind`,
    [thread.tenant, thread.scopeId, thread.uid, from, to],
  )
  const found = rows[0]
  return { from: (found?.before ?? 0) + 1, to: Math.min(last, (found?.behind ?? last + 1) - 1) }
}

/** JSON texts of single messages, in seq order. */
export async function loadTexts(
  client: PoolClient,
  { thread, seqs }: { thread: ThreadKey; seqs: readonly number[] },
): Promise<string[]> {
  const { rows } = await client.query<{ raw: string }>(
    `SELECT raw FROM message WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq = ANY ($4::int[]) ORDER BY seq`,
    [thread.tenant, thread.scopeId, thread.uid, seqs],
  )
  return rows.map(({ raw }) => raw)
}
