import type { Scope } from '../../memory/scope'
import { ANSWER_BYTES } from './answer-bytes'
import { partsJson, type Queryable, type ThreadTotals, type WindowBounds, type WindowRow } from './window-rows'
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
  /** Without the texts that are more than their share of 32 MiB: of what is delivered, `withTexts` gives them. */
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
  const { rows } = await pool.query<ReadColumns>({
    name: 'read-thread',
    text: 'SELECT facts, rows, hashes, texts FROM loci_read($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
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
      ANSWER_BYTES,
    ],
    rowMode: 'array',
  })
  const [found] = rows
  if (!found) throw new Error('loci_read gave no row')
  // loci_read writes this text; the members are those of its json_build_object.
  const facts = JSON.parse(found[0]) as ReadFacts
  return {
    thread: facts.thread,
    scopeId: facts.scopeId,
    configRevision: facts.configRevision,
    rows: textRows(found),
    summary: facts.summary ?? null,
    summaryReason: facts.summaryReason ?? null,
    units: facts.units ?? [],
  }
}

interface ReadFacts {
  readonly thread: ThreadHeader | null
  readonly scopeId: string | null
  readonly configRevision: number
  readonly units?: ThreadRead['units'] | null
  readonly summary?: StoredSummary | null
  readonly summaryReason?: string | null
}

type ReadColumns = [facts: string, rows: string | null, hashes: Buffer | null, texts: string | null]

function textRows([, rows, hashes, texts]: ReadColumns): ThreadRead['rows'] {
  if (rows === null || hashes === null || texts === null) return []
  const raws = texts.split(TEXT_SEPARATOR)
  // The other text that loci_read writes.
  return (JSON.parse(rows) as RowFacts[]).map((columns, index) => {
    const [seq, role, turn, tokens, runningTokens, callIds, toolCallId, isEmpty, isPinned] = columns
    const hash = hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
    const raw = raws[index] || null
    return { seq, role, turn, tokens, runningTokens, callIds: callIds ?? [], toolCallId, isEmpty, isPinned, hash, raw }
  })
}

/** JSON texts hold no control characters but white space. */
const TEXT_SEPARATOR = '\u0001'
const HASH_BYTES = 32

type RowFacts = [
  seq: number,
  role: string,
  turn: number,
  tokens: number,
  runningTokens: number,
  callIds: string[] | null,
  toolCallId: string | null,
  isEmpty: boolean,
  isPinned: boolean,
]

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
