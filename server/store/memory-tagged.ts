import { rawThatFits, tooLarge } from './answer-bytes'
import type { TextRow } from './memory-read'
import type { ThreadKey } from './thread-rows'
import { type Queryable, type WindowColumns, type WindowRow, windowRow } from './window-rows'

/**
 * The messages of the entries that carry all of these tags, in seq order, without those of exchanges that the filter cuts
 * (W4). Found from the rarest pair: the cost follows what that one matches. Call it inside `withReach`.
 */
export async function loadTaggedRows(
  client: Queryable,
  params: { thread: ThreadKey; tags: Readonly<Record<string, string>> },
): Promise<WindowRow[]> {
  const { thread, tags } = params
  const pairs = Object.entries(tags)
  const { rows } = await client.query<WindowColumns>({
    name: 'tagged-rows',
    text: `WITH pair AS MATERIALIZED (
        SELECT p.key, p.value FROM unnest($4::text[], $5::text[]) AS p(key, value)
      ), counted AS MATERIALIZED (
        SELECT p.key, p.value, (
          SELECT count(*) FROM (
            SELECT 1 FROM entry_tag t WHERE t.tenant = $1 AND t.scope_id = $2 AND t.thread_uid = $3 AND t.key = p.key AND t.value = p.value
            LIMIT $6) AS counted_rows) AS found
        FROM pair p
      ), rarest AS MATERIALIZED (SELECT key, value FROM counted ORDER BY found, key LIMIT 1
      ), chosen AS MATERIALIZED (
        SELECT t.entry_id FROM rarest r
        JOIN entry_tag t ON t.tenant = $1 AND t.scope_id = $2 AND t.thread_uid = $3 AND t.key = r.key AND t.value = r.value
        WHERE NOT EXISTS (
          SELECT 1 FROM pair p WHERE NOT EXISTS (
            SELECT 1 FROM entry_tag o WHERE o.tenant = $1 AND o.scope_id = $2 AND o.thread_uid = $3
              AND o.key = p.key AND o.value = p.value AND o.entry_id = t.entry_id))
      )
      SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, p.seq IS NOT NULL, m.hash
      FROM chosen c
      JOIN entry e ON e.tenant = $1 AND e.scope_id = $2 AND e.thread_uid = $3 AND e.id = c.entry_id
      JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq BETWEEN e.first_seq AND e.last_seq
      LEFT JOIN pin p ON p.tenant = $1 AND p.scope_id = $2 AND p.thread_uid = $3 AND p.seq = m.seq
      WHERE m.exchange_seq IS NULL OR NOT EXISTS (
        SELECT 1 FROM message x
        WHERE x.tenant = $1 AND x.scope_id = $2 AND x.thread_uid = $3 AND x.seq BETWEEN m.exchange_seq AND m.exchange_seq + 999
          AND x.exchange_seq = m.exchange_seq AND x.entry_id NOT IN (SELECT entry_id FROM chosen))
      ORDER BY m.seq`,
    values: [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      pairs.map(([key]) => key),
      pairs.map(([, value]) => value),
      COUNTED,
    ],
    rowMode: 'array',
  })
  return rows.map(windowRow)
}

/** A pair that matches more entries than this counts as common; counting on would cost what it is meant to save. */
const COUNTED = 1_000

/**
 * Those of the rows whose seq is asked for, with their texts. Call it inside `withReach`.
 * @throws TOO_LARGE when the texts are more than 32 MiB, before they are loaded
 */
export async function withTexts(
  client: Queryable,
  params: { thread: ThreadKey; rows: readonly WindowRow[]; seqs: readonly number[] },
): Promise<TextRow[]> {
  const { thread, seqs } = params
  const { rows } = await client.query<{ seq: number; raw: string | null }>({
    name: 'texts-of-seqs',
    text: `SELECT seq, ${rawThatFits('raw')} AS raw FROM message WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq = ANY ($4::int[])`,
    values: [thread.tenant, thread.scopeId, thread.uid, seqs],
  })
  const texts = new Map(rows.map(({ seq, raw }) => [seq, raw]))
  return params.rows.flatMap((row) => {
    const raw = texts.get(row.seq)
    if (raw === null) throw tooLarge()
    return raw === undefined ? [] : [{ ...row, raw }]
  })
}
