import type { Pool, PoolClient } from 'pg'
import type { WindowMessage } from '../../memory/window-message'

/** Anything that runs a statement: a pool on the hot path, a client inside a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>

/** Limits to load by; null does not bound. */
export interface WindowBounds {
  readonly maxMessages: number | null
  readonly maxTokens: number | null
  readonly maxTurns: number | null
  /** Messages from the thread's start that stay. */
  readonly head: number
  /** Everything from this seq on instead of the limits; null in the ordinary case. */
  readonly from: number | null
  /** Where several windows lie over one thread: the limits of each. Then all that any of them reaches is loaded. */
  readonly parts?: readonly Pick<WindowBounds, 'maxMessages' | 'maxTokens' | 'maxTurns'>[]
}

/** The parts as `loci_parts_from` takes them; null where there is one window, or a place to load from. */
export function partsJson({ parts, from }: WindowBounds): string | null {
  if (!parts || from !== null) return null
  return JSON.stringify(
    parts.map(({ maxMessages, maxTokens, maxTurns }) => ({
      messages: maxMessages,
      tokens: maxTokens,
      turns: maxTurns,
    })),
  )
}

/** A stored message as windows and alignment see it. */
export interface WindowRow extends WindowMessage {
  /** SHA-256 of the canonical form (M4). */
  readonly hash: Buffer
}

/** What finds a thread's window: its key, its totals and its newest turn. */
export interface ThreadTotals {
  readonly tenant: string
  readonly scopeId: string
  readonly uid: string
  readonly messageCount: number
  readonly tokenCount: number
  readonly lastTurn: number
  readonly lastTurnSeq: number
  readonly turnOpen: boolean
}

/** The columns of loci_window_rows without the text, in order, as pg gives them. */
export type WindowColumns = [
  seq: number,
  role: string,
  turn: number,
  tokens: number,
  runningTokens: string,
  callIds: string | null,
  toolCallId: string | null,
  isEmpty: boolean,
  isPinned: boolean,
  hash: Buffer,
]

export function windowRow(columns: WindowColumns | [...WindowColumns, text: string | null]): WindowRow {
  const [seq, role, turn, tokens, runningTokens, callIds, toolCallId, isEmpty, isPinned, hash] = columns
  return {
    seq,
    role,
    turn,
    tokens,
    runningTokens: Number(runningTokens),
    // Both were written as JSON texts by us.
    callIds: callIds === null ? [] : (JSON.parse(callIds) as string[]),
    toolCallId: toolCallId === null ? null : (JSON.parse(toolCallId) as string),
    isEmpty,
    isPinned,
    hash,
  }
}

const COLUMNS =
  'w.seq, w.role, w.turn, w.tokens, w.running_tokens, w.call_ids, w.tool_call_id, w.is_empty, w.is_pinned, w.hash'

/**
 * The rows among which each thread's window lies, without texts, for many threads in one statement; in the order asked.
 * Each costs what its window costs (W4). Call it inside `withReach`: rows outside the reach do not exist.
 */
export async function loadWindowRows(
  client: Queryable,
  questions: readonly { thread: ThreadTotals; bounds: WindowBounds }[],
): Promise<WindowRow[][]> {
  const found: WindowRow[][] = questions.map(() => [])
  if (questions.length === 0) return found
  const column = <T>(pick: (question: (typeof questions)[number]) => T) => questions.map(pick)
  const { rows } = await client.query<[number, ...WindowColumns]>({
    name: 'window-rows',
    text: `SELECT q.i, ${COLUMNS}
      FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[], $6::int[], $7::int[],
                  $8::int[], $9::bigint[], $10::int[], $11::int[], $12::int[], $13::text[])
             WITH ORDINALITY AS q(tenant, scope_id, uid, count, tokens, last_turn, open_seq,
                                  max_messages, max_tokens, max_turns, head, from_seq, parts, i)
      CROSS JOIN LATERAL loci_window_rows(q.tenant, q.scope_id, q.uid, q.count, q.tokens, q.last_turn, q.open_seq,
        ARRAY(SELECT p.seq FROM pin p WHERE p.tenant = q.tenant AND p.scope_id = q.scope_id AND p.thread_uid = q.uid),
        q.max_messages, q.max_tokens, q.max_turns, q.head,
        CASE WHEN q.parts IS NULL THEN q.from_seq
          ELSE loci_parts_from(q.tenant, q.scope_id, q.uid, q.count, q.tokens, q.last_turn, q.parts::jsonb) END, false) AS w
      WHERE q.count > 0`,
    values: [
      column(({ thread }) => thread.tenant),
      column(({ thread }) => thread.scopeId),
      column(({ thread }) => thread.uid),
      column(({ thread }) => thread.messageCount),
      column(({ thread }) => thread.tokenCount),
      column(({ thread }) => thread.lastTurn),
      column(({ thread }) => (thread.turnOpen ? thread.lastTurnSeq : null)),
      column(({ bounds }) => bounds.maxMessages),
      column(({ bounds }) => bounds.maxTokens),
      column(({ bounds }) => bounds.maxTurns),
      column(({ bounds }) => bounds.head),
      column(({ bounds }) => bounds.from),
      column(({ bounds }) => partsJson(bounds)),
    ],
    rowMode: 'array',
  })
  for (const [ordinal, ...columns] of rows) found[Number(ordinal) - 1]?.push(windowRow(columns))
  return found
}

/** Rows of one stretch of a thread, without texts: `from` and `to` are seqs, inclusive. */
export async function loadStretch(
  client: Queryable,
  stretch: { thread: Pick<ThreadTotals, 'tenant' | 'scopeId' | 'uid'>; from: number; to: number },
): Promise<WindowRow[]> {
  const { thread, from, to } = stretch
  const { rows } = await client.query<WindowColumns>({
    name: 'window-stretch',
    text: `SELECT w.seq, w.role, w.turn, w.tokens, w.running_tokens, w.call_ids, w.tool_call_id, w.is_empty, p.seq IS NOT NULL, w.hash
      FROM message w
      LEFT JOIN pin p ON p.tenant = w.tenant AND p.scope_id = w.scope_id AND p.thread_uid = w.thread_uid AND p.seq = w.seq
      WHERE w.tenant = $1 AND w.scope_id = $2 AND w.thread_uid = $3 AND w.seq BETWEEN $4 AND $5
      ORDER BY w.seq`,
    values: [thread.tenant, thread.scopeId, thread.uid, from, to],
    rowMode: 'array',
  })
  return rows.map(windowRow)
}
