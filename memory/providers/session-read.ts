import type { ReadOptions, Tags } from '../contract'
import { unitsOfList } from '../exchange-units'
import { asList, listFacts } from '../filtered-list'
import { type ModelMessage, withoutToolCalls } from '../message'
import type { HandedMessage } from '../stored-keys'
import { hasWords, keysWithWords, type MessageWords } from '../text-words'
import { decideWindow, type RecalledUnit, type SummaryFacts, type WindowDecision } from '../window'
import type { Window } from '../window-config'
import { keyOf } from './incoming'
import { MemoryError } from './memory-error'
import type { SessionLog, StoredRow } from './session-log'

export interface SessionQuestion {
  readonly window: Window
  readonly options: ReadOptions
  /** The newest summary, for windows that summarise. */
  readonly summary: SummaryFacts | null
  readonly wordsOf: (row: StoredRow) => MessageWords
}

/** The rows that a read is about: the session's, or those that its tags and query leave. */
export interface SessionList {
  readonly rows: readonly StoredRow[]
  readonly isFiltered: boolean
}

/** W4: tags, then the query (unless the window recalls by it), each with whole exchanges. */
export function listOf(session: SessionLog, question: SessionQuestion): SessionList {
  const { tags, query } = question.options
  const tagged = tags && Object.keys(tags).length > 0 ? rowsWithTags(session, tags) : undefined
  const isNarrowed = query !== undefined && hasWords(query) && question.window.strategy !== 'vector'
  if (!isNarrowed)
    return tagged ? { rows: asList(tagged), isFiltered: true } : { rows: session.rows, isFiltered: false }
  const named = new Set(seqsWithWords(session.rows, query, question.wordsOf))
  return { rows: asList((tagged ?? session.rows).filter(({ seq }) => named.has(seq))), isFiltered: true }
}

/** What the window lets the reader see of a list (W1 to W8). */
export function decideRead(
  session: SessionLog,
  list: SessionList,
  question: SessionQuestion & { readonly recalled: readonly RecalledUnit[] | undefined },
): WindowDecision {
  const { limit, runId } = question.options
  const { messageCount, tokenCount } = session
  const facts = list.isFiltered
    ? listFacts(list.rows, session)
    : {
        totals: { messages: messageCount, tokens: tokenCount, lastSeq: messageCount },
        openTurn: { turn: session.lastTurn, firstSeq: session.lastTurnSeq, isOpen: session.turnOpen },
      }
  return decideWindow({
    rows: list.rows,
    window: question.window,
    limit: checkedLimit(limit),
    ...facts,
    runId,
    lastRunId: session.lastRunId,
    // A summary stands for the session from its start; a filtered list has none.
    summary: list.isFiltered ? null : question.summary,
    recalled: question.recalled,
  })
}

/** The delivered messages, each a copy of its own, and what has to be remembered of them (R2 b). */
export function deliver(
  list: SessionList,
  { delivered }: WindowDecision,
): { messages: ModelMessage[]; handed: HandedMessage[] } {
  const rows = new Map(list.rows.map((row) => [row.seq, row]))
  const messages: ModelMessage[] = []
  const handed: HandedMessage[] = []
  for (const { seq, withoutToolCalls: isCopy } of delivered) {
    const row = rows.get(seq)
    if (!row) continue
    const message = isCopy ? withoutToolCalls(messageOf(row)) : messageOf(row)
    messages.push(message)
    handed.push(isCopy ? { seq, key: keyOf(message) } : { seq })
  }
  return { messages, handed }
}

export function messageOf({ body }: StoredRow): ModelMessage {
  // The text of a message that was checked when it was written.
  return JSON.parse(body.text) as ModelMessage
}

function checkedLimit(limit: number | undefined): number | undefined {
  if (limit === undefined || (Number.isInteger(limit) && limit >= 0)) return limit
  throw new MemoryError('INVALID_INPUT', `limit: a whole number of at least 0, not ${String(limit)}.`)
}

/** Rows of the entries that carry all pairs, without those of exchanges that the filter cuts. */
function rowsWithTags({ rows, entries }: SessionLog, tags: Tags): StoredRow[] {
  const pairs = Object.entries(tags)
  const matching = new Set(
    entries
      .filter(({ facts }) => pairs.every(([key, value]) => Object.hasOwn(facts.tags, key) && facts.tags[key] === value))
      .map(({ id }) => id),
  )
  const tagged = new Set(rows.flatMap(({ seq, body }) => (matching.has(body.entryId) ? [seq] : [])))
  const unitOf = new Map(unitsOfList(rows))
  return rows.filter(({ seq }) => unitOf.get(seq)?.every((member) => tagged.has(member)))
}

function seqsWithWords(rows: readonly StoredRow[], query: string, wordsOf: SessionQuestion['wordsOf']): number[] {
  const found = keysWithWords(
    query,
    rows.map((row) => ({ key: String(row.seq), words: wordsOf(row) })),
  )
  const unitOf = new Map(unitsOfList(rows))
  return found.flatMap((key) => unitOf.get(Number(key)) ?? [])
}
