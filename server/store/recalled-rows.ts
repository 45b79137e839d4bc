import type { Scope } from '../../memory/scope'
import { rawThatFits, tooLarge } from './answer-bytes'
import type { TextRow } from './memory-read'
import type { ThreadKey } from './thread-rows'
import { type Queryable, type WindowColumns, type WindowRow, windowRow } from './window-rows'

/**
 * For each message that was recalled in a thread of this scope its whole exchange, in seq order; empty where its thread is
 * no more. One statement, behind the scope's wall.
 * @throws TOO_LARGE when the texts are more than 32 MiB, before they are loaded
 */
export async function loadRecalled(
  pool: Queryable,
  params: { scope: Scope; hits: readonly { readonly threadUid: string; readonly seq: number }[] },
): Promise<TextRow[][]> {
  const { scope, hits } = params
  const found: TextRow[][] = hits.map(() => [])
  if (hits.length === 0) return found
  const { rows } = await pool.query<[hit: string, ...WindowColumns, raw: string | null]>({
    name: 'recalled-rows',
    text: `SELECT hit, seq, role, turn, tokens, running_tokens, call_ids, tool_call_id, is_empty, is_pinned, hash, ${rawThatFits('raw')}
      FROM loci_recalled_rows($1, $2, $3, $4)`,
    values: [scope.tenant, scope.subject, hits.map(({ threadUid }) => threadUid), hits.map(({ seq }) => seq)],
    rowMode: 'array',
  })
  for (const [hit, ...columns] of rows) {
    const raw = columns[10]
    if (raw === null) throw tooLarge()
    found[Number(hit) - 1]?.push({ ...windowRow(columns), raw })
  }
  return found
}

/** The rows of these messages of a thread and of their whole exchanges, in seq order, without texts. Inside `withReach`. */
export async function loadExchanges(
  client: Queryable,
  params: { thread: ThreadKey; seqs: readonly number[] },
): Promise<WindowRow[]> {
  const { thread, seqs } = params
  const { rows } = await client.query<WindowColumns>({
    name: 'exchange-rows',
    text: `SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, p.seq IS NOT NULL, m.hash
      FROM message m
      LEFT JOIN pin p ON p.tenant = m.tenant AND p.scope_id = m.scope_id AND p.thread_uid = m.thread_uid AND p.seq = m.seq
      WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3
        AND m.seq = ANY (ARRAY(SELECT x.seq FROM loci_exchanges_of($1, $2, $3, $4) x))
      ORDER BY m.seq`,
    values: [thread.tenant, thread.scopeId, thread.uid, seqs],
    rowMode: 'array',
  })
  return rows.map(windowRow)
}
