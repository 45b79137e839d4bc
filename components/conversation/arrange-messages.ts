import { callIdsOf, type ToolCall } from '@/memory/message'
import { endsTurnOf, exchanges, numberTurns, type TurnMessage } from '@/memory/turn'
import type { MessageView } from '@/server/schemas/messages'

/**
 * A tool call with its result. `waiting`: the messages that would hold the result are not loaded yet; `apart`: calls and
 * results are shown each by itself.
 */
export interface AnsweredCall {
  readonly call: ToolCall
  readonly result: MessageView | null
  readonly state: 'answered' | 'unanswered' | 'waiting' | 'apart'
}

/** What stands in the place of one seq: a message with its calls, or nothing, since it is shown under its call (T2). */
export type FeedRow =
  | { readonly kind: 'message'; readonly view: MessageView; readonly calls: readonly AnsweredCall[] }
  | { readonly kind: 'folded'; readonly view: MessageView; readonly callSeq: number }

/**
 * Puts results under the calls they answer, among the messages that are loaded. `loaded` may have gaps: what stands on
 * the other side of one is not known, so a call before it waits and a result after it stands alone.
 */
export function arrangeMessages(loaded: ReadonlyMap<number, MessageView>, lastSeq: number): Map<number, FeedRow> {
  const rows = new Map<number, FeedRow>()
  const seqs = [...loaded.keys()].sort((left, right) => left - right)
  arrangeAll({ seqs, loaded, lastSeq, rows })
  return rows
}

export interface Rearrange {
  rows: ReadonlyMap<number, FeedRow>
  loaded: ReadonlyMap<number, MessageView>
  /** The seqs that are new or changed, inclusive. */
  from: number
  to: number
  /** The thread's newest seq. */
  lastSeq: number
}

/**
 * The rows after some messages came in. Calls and results pair within a turn (T2), so only the turns that the new ones
 * touch are looked at, however much is loaded; a row that is what it was stays the same object.
 */
export function rearrange({ rows, loaded, from, to, lastSeq }: Rearrange): Map<number, FeedRow> {
  const goesOn = (seq: number) => {
    const view = loaded.get(seq)
    return view !== undefined && !endsTurnOf({ role: view.message.role, callIds: callIdsOf(view.message) })
  }
  let first = from
  while (goesOn(first - 1)) first -= 1
  let last = Math.min(to, lastSeq)
  while (goesOn(last) && loaded.has(last + 1)) last += 1
  const seqs: number[] = []
  for (let seq = first; seq <= last; seq += 1) if (loaded.has(seq)) seqs.push(seq)
  const fresh = new Map<number, FeedRow>()
  arrangeAll({ seqs, loaded, lastSeq, rows: fresh })
  const next = new Map(rows)
  for (const [seq, row] of fresh) {
    const before = rows.get(seq)
    if (!before || !isSameRow(before, row)) next.set(seq, row)
  }
  return next
}

interface Arrange {
  /** In order. */
  seqs: readonly number[]
  loaded: ReadonlyMap<number, MessageView>
  lastSeq: number
  /** Takes what is found. */
  rows: Map<number, FeedRow>
}

function arrangeAll({ seqs, loaded, lastSeq, rows }: Arrange): void {
  let stretch: MessageView[] = []
  const flush = () => {
    if (stretch.length > 0) arrangeStretch(stretch, lastSeq, rows)
    stretch = []
  }
  for (const seq of seqs) {
    const view = loaded.get(seq)
    if (!view) continue
    if (stretch.length > 0 && stretch.at(-1)?.seq !== seq - 1) flush()
    stretch.push(view)
  }
  flush()
}

function arrangeStretch(stretch: readonly MessageView[], lastSeq: number, rows: Map<number, FeedRow>): void {
  const turnMessages = toTurnMessages(stretch)
  const last = turnMessages.at(-1)
  const openTurn = last ? last.turn + (endsTurnOf(last) ? 1 : 0) : 0
  const reachesEnd = (last?.seq ?? 0) >= lastSeq
  const bySeq = new Map(stretch.map((view, place) => [view.seq, { view, turn: turnMessages[place]?.turn ?? 0 }]))
  for (const view of stretch) rows.set(view.seq, { kind: 'message', view, calls: [] })
  for (const exchange of exchanges(turnMessages).exchanges) {
    const caller = bySeq.get(exchange.callSeq)
    if (!caller) continue
    const results = exchange.resultSeqs.flatMap((seq) => bySeq.get(seq)?.view ?? [])
    const isSettled = reachesEnd || caller.turn < openTurn
    rows.set(exchange.callSeq, {
      kind: 'message',
      view: caller.view,
      calls: pairCalls(caller.view.message.toolCalls ?? [], results, isSettled),
    })
    for (const result of results) rows.set(result.seq, { kind: 'folded', view: result, callSeq: exchange.callSeq })
  }
}

function isSameRow(left: FeedRow, right: FeedRow): boolean {
  if (left.view !== right.view) return false
  if (left.kind === 'folded') return right.kind === 'folded' && left.callSeq === right.callSeq
  if (right.kind === 'folded' || left.calls.length !== right.calls.length) return false
  return left.calls.every((answered, place) => {
    const other = right.calls[place]
    return other !== undefined && answered.result === other.result && answered.state === other.state
  })
}

function toTurnMessages(stretch: readonly MessageView[]): TurnMessage[] {
  const bare = stretch.map(({ seq, message }) => ({
    seq,
    role: message.role,
    callIds: callIdsOf(message),
    toolCallId: message.role === 'tool' ? (message.toolCallId ?? null) : null,
  }))
  const turns = numberTurns(bare)
  return bare.map((message, place) => ({ ...message, turn: turns[place] ?? 1 }))
}

function pairCalls(
  calls: readonly ToolCall[],
  results: readonly MessageView[],
  isSettled: boolean,
): readonly AnsweredCall[] {
  const left = [...results]
  return calls.map((call) => {
    const place = left.findIndex((result) => result.message.toolCallId === call.id)
    const [result] = place < 0 ? [] : left.splice(place, 1)
    if (result) return { call, result, state: 'answered' }
    return { call, result: null, state: isSettled ? 'unanswered' : 'waiting' }
  })
}
