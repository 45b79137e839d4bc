import { callIdsOf, type ToolCall } from '@/memory/message'
import { exchanges, numberTurns, type TurnMessage } from '@/memory/turn'
import type { MessageView } from '@/server/schemas/messages'

/** A tool call with its result. `waiting`: the messages that would hold the result are not loaded yet. */
export interface AnsweredCall {
  readonly call: ToolCall
  readonly result: MessageView | null
  readonly state: 'answered' | 'unanswered' | 'waiting'
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
  return rows
}

function arrangeStretch(stretch: readonly MessageView[], lastSeq: number, rows: Map<number, FeedRow>): void {
  const turnMessages = toTurnMessages(stretch)
  const newestTurn = turnMessages.at(-1)?.turn ?? 0
  const reachesEnd = (stretch.at(-1)?.seq ?? 0) >= lastSeq
  const bySeq = new Map(stretch.map((view, place) => [view.seq, { view, turn: turnMessages[place]?.turn ?? 0 }]))
  for (const view of stretch) rows.set(view.seq, { kind: 'message', view, calls: [] })
  for (const exchange of exchanges(turnMessages).exchanges) {
    const caller = bySeq.get(exchange.callSeq)
    if (!caller) continue
    const results = exchange.resultSeqs.flatMap((seq) => bySeq.get(seq)?.view ?? [])
    const isSettled = reachesEnd || caller.turn < newestTurn
    rows.set(exchange.callSeq, {
      kind: 'message',
      view: caller.view,
      calls: pairCalls(caller.view.message.toolCalls ?? [], results, isSettled),
    })
    for (const result of results) rows.set(result.seq, { kind: 'folded', view: result, callSeq: exchange.callSeq })
  }
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
