import { callIdsOf, endsTurn, isEmpty, isSystem, type ModelMessage } from '../message'
import type { TokenCounter } from '../token-estimate'
import { numberTurns } from '../turn'
import { decideMerged } from '../window'
import type { CompositeWindow } from '../window-config'
import type { JudgedRow } from '../window-judge'
import type { WindowMessage } from '../window-message'
import type { Selection } from '../window-selection'
import { idOf } from './incoming'
import { isAnySummary } from './local-summary'
import { mergeLists } from './merge-lists'
import type { MessagePlace } from './session-log'

/** What is known of the order of a session's messages. */
export interface KnownOrder {
  placeOf(id: string): MessagePlace | undefined
  /** The newest seq, and whether its turn is open. */
  readonly messageCount: number
  readonly turnOpen: boolean
}

/** One run reads all lists, and what they show of its open turn was decided by them. */
const READER = 'reader'

/**
 * What several memories show of one session as one answer: each message once, in order, whole exchanges chosen by the merge
 * strategy under the limits (W8). What stands in front of a memory's list, a summary or an instruction, comes first, once.
 */
export function decideMergedLists(options: {
  lists: readonly (readonly ModelMessage[])[]
  window: CompositeWindow
  limit: number | undefined
  counter: TokenCounter
  order: KnownOrder | undefined
  /** Tags or a query have left a part of the session. */
  isFiltered: boolean
}): ModelMessage[] {
  const { window, limit, counter, order, isFiltered } = options
  const parts = options.lists.map(splitFront)
  const front = parts.find((part) => part.front !== undefined)?.front
  const merged = mergeLists(
    parts.map((part) => part.rest),
    (id) => order?.placeOf(id)?.seq,
  )
  const rows = rowsOf(
    merged.map(({ message }) => message),
    { counter, order },
  )
  const summary = front ? { version: 1, toSeq: 0, tokens: counter.countMessage(front) } : null
  const last = rows.at(-1)
  const selections = parts.map((part, list): Selection => {
    const judged = rows.map((row, index): JudgedRow => {
      const isIn = merged[index]?.lists.includes(list) ?? false
      return {
        place: { row, position: row.seq, keptAs: undefined },
        item: { seq: row.seq, isIn, reason: isIn ? 'in' : 'no-room' },
      }
    })
    return { judged, summary: part.front === front ? summary : null, elsewhere: [], needsEarlier: false }
  })
  const left = selections.values()
  const { delivered, summary: shown } = decideMerged(
    {
      window,
      rows,
      limit,
      totals: { messages: rows.length, tokens: last?.runningTokens ?? 0, lastSeq: rows.length },
      openTurn: openTurnOf(rows, endsOpen(merged.at(-1)?.message, { order, isFiltered })),
      runId: READER,
      lastRunId: READER,
    },
    () => left.next().value ?? EMPTY,
  )
  const messages = delivered.flatMap(({ seq }) => merged[seq - 1]?.message ?? [])
  return shown && front ? [front, ...messages] : messages
}

const EMPTY: Selection = { judged: [], summary: null, elsewhere: [], needsEarlier: false }

/** A summary or an instruction that a memory puts in front of what it remembers. */
function splitFront(list: readonly ModelMessage[]): {
  front: ModelMessage | undefined
  rest: readonly ModelMessage[]
} {
  const [first, ...rest] = list
  return first && (isSystem(first) || isAnySummary(first)) ? { front: first, rest } : { front: undefined, rest: list }
}

function rowsOf(
  messages: readonly ModelMessage[],
  { counter, order }: { counter: TokenCounter; order: KnownOrder | undefined },
): WindowMessage[] {
  const shapes = messages.map((message) => ({ role: message.role, callIds: callIdsOf(message) }))
  const known = messages.flatMap((message) => order?.placeOf(idOf(message) ?? '')?.turn ?? [])
  // What ends a turn may be missing in the lists: turns are guessed only where they are not known.
  const turns = known.length === messages.length ? known : numberTurns(shapes)
  let runningTokens = 0
  return messages.map((message, index) => {
    const tokens = counter.countMessage(message)
    runningTokens += tokens
    return {
      seq: index + 1,
      role: message.role,
      turn: turns[index] ?? 1,
      tokens,
      runningTokens,
      callIds: shapes[index]?.callIds ?? [],
      toolCallId: message.toolCallId ?? null,
      isEmpty: isEmpty(message),
    }
  })
}

function openTurnOf(rows: readonly WindowMessage[], isOpen: boolean) {
  const turn = rows.at(-1)?.turn ?? 0
  const firstSeq = rows.find((row) => row.turn === turn)?.seq ?? 1
  return { turn, firstSeq, isOpen }
}

/** Is the session's newest turn open, and its end in the list? */
function endsOpen(
  newest: ModelMessage | undefined,
  { order, isFiltered }: { order: KnownOrder | undefined; isFiltered: boolean },
): boolean {
  if (!newest) return false
  const seq = order?.placeOf(idOf(newest) ?? '')?.seq
  if (!order || seq === undefined) return !endsTurn(newest)
  return order.turnOpen && (!isFiltered || seq === order.messageCount)
}
