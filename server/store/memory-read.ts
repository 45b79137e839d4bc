import type { Scope } from '../../memory/scope'
import { ANSWER_BYTES } from './answer-bytes'
import {
  partsJson,
  type Queryable,
  type ThreadTotals,
  type WindowBounds,
  type WindowColumns,
  type WindowRow,
  windowRow,
} from './window-rows'
import type { StoredSummary } from './window-summaries'

/** The living thread of an id, as memory.read and memory.write need it. */
export interface ThreadHeader extends ThreadTotals {
  readonly agentName: string | null
  readonly counter: string
  readonly revision: number
  readonly lastRunId: string | null
  /** JSON text of the thread's own window; null: it has none (W2). */
  readonly window: string | null
  readonly windowVersion: number
  /** ms since 1970. */
  readonly accessedAt: number
  readonly pins: readonly number[]
}

/** A window row with its message's JSON text. */
export interface TextRow extends WindowRow {
  readonly raw: string
}

export interface ThreadRead {
  /** Null when the scope has no living thread of that id. */
  readonly thread: ThreadHeader | null
  /** Null when nobody has written in the scope. */
  readonly scopeId: string | null
  readonly configRevision: number
  /** Without any text when the texts together are more than 32 MiB: of what is delivered, `withTexts` gives them. */
  readonly rows: readonly (WindowRow & { readonly raw: string | null })[]
  /** The newest one; null unless it was asked for. */
  readonly summary: StoredSummary | null
  /** Why there is no newer one; null unless it was asked for and the last attempt made none. */
  readonly summaryReason: string | null
  /** For each of the `seqs` asked for: it, and all of its exchange, ascending. */
  readonly units: readonly (readonly [seq: number, unit: readonly number[]])[]
}

/** One statement, one round trip (two where several windows lie over the thread): the thread's facts and the rows its window lies among, behind the scope's wall. */
export async function readThread(
  pool: Queryable,
  params: {
    scope: Scope
    threadId: string
    bounds: WindowBounds
    withSummary?: boolean
    /** Rows of these come too, each with its whole exchange. */
    seqs?: readonly number[]
  },
): Promise<ThreadRead> {
  const { scope, threadId, bounds } = params
  const from = await placeToReadFrom(pool, params)
  const { rows } = await pool.query<[...WindowColumns, raw: string | null]>({
    name: 'read-thread',
    text: `SELECT seq, role, turn, tokens, running_tokens, call_ids, tool_call_id, is_empty, is_pinned, hash,
        CASE WHEN seq = 0 OR sum(octet_length(raw)) OVER () <= ${ANSWER_BYTES} THEN raw END
      FROM loci_read($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      scope.tenant,
      scope.subject,
      threadId,
      bounds.maxMessages,
      bounds.maxTokens,
      bounds.maxTurns,
      bounds.head,
      from,
      params.withSummary ?? false,
      params.seqs ?? [],
    ],
    rowMode: 'array',
  })
  const [first, ...rest] = rows
  const header = first?.[10]
  if (header === undefined || header === null) throw new Error('loci_read gave no header')
  // loci_read writes this text; the members are those of its json_build_object.
  const { configRevision, summary, summaryReason, units, ...facts } = JSON.parse(header) as HeaderFacts
  return {
    thread: threadHeader(scope.tenant, facts),
    scopeId: facts.scopeId,
    configRevision,
    rows: rest.map((columns) => ({ ...windowRow(columns), raw: columns[10] })),
    summary,
    summaryReason,
    units: units ?? [],
  }
}

/** The seq from which all parts of a composite window lie; what is written meanwhile lies behind it. */
async function placeToReadFrom(
  pool: Queryable,
  { scope, threadId, bounds }: { scope: Scope; threadId: string; bounds: WindowBounds },
): Promise<number | null> {
  const parts = partsJson(bounds)
  if (parts === null) return bounds.from
  const { rows } = await pool.query<{ from: number | null }>({
    name: 'read-from',
    text: 'SELECT loci_read_from($1, $2, $3, $4::jsonb) AS "from"',
    values: [scope.tenant, scope.subject, threadId, parts],
  })
  return rows[0]?.from ?? null
}

interface HeaderFacts extends Omit<ThreadHeader, 'tenant' | 'accessedAt' | 'uid'> {
  readonly uid: string | null
  readonly accessedAt: string
  readonly configRevision: number
  readonly summary: StoredSummary | null
  readonly summaryReason: string | null
  readonly units: ThreadRead['units'] | null
}

function threadHeader(
  tenant: string,
  facts: Omit<HeaderFacts, 'configRevision' | 'summary' | 'summaryReason' | 'units'>,
): ThreadHeader | null {
  const { uid, accessedAt, ...thread } = facts
  return uid === null ? null : { ...thread, uid, tenant, accessedAt: Date.parse(accessedAt) }
}
