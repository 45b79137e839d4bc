import { isSystem } from './message'

/** What turns and exchanges are found by; no text. `seq` orders the list. */
export interface TurnMessage {
  readonly seq: number
  readonly role: string
  /** Turn number, from 1. `toolCallId` pairs within a turn only: ids repeat across turns (T2). */
  readonly turn: number
  /** Ids of the calls that an assistant message makes; an id may stand twice. */
  readonly callIds: readonly string[]
  /** The call that a tool result answers. */
  readonly toolCallId: string | null
}

/** T2: an assistant message with tool calls, and the results that answer them. */
export interface Exchange {
  readonly callSeq: number
  /** In seq order; late ones included. */
  readonly resultSeqs: readonly number[]
  /** Ids of calls without a result, in call order. */
  readonly unanswered: readonly string[]
}

/** T1: an assistant message without tool calls ends its turn. */
export function endsTurnOf(message: { role: string; callIds: readonly string[] }): boolean {
  return message.role === 'assistant' && message.callIds.length === 0
}

/**
 * T1: the turn number of each message of a list that follows on `before`. Without `before` the list is the thread from
 * its start. System messages are not stored and take no part (M1): they get the number of the turn they stand in.
 */
export function numberTurns(
  messages: readonly { role: string; callIds: readonly string[] }[],
  before?: { turn: number; isOpen: boolean },
): number[] {
  let turn = before ? before.turn + (before.isOpen ? 0 : 1) : 1
  return messages.map((message) => {
    const own = turn
    if (!isSystem(message) && endsTurnOf(message)) turn += 1
    return own
  })
}

/** The exchanges of a list, and the results that answer none of its calls. */
export interface ExchangeList {
  readonly exchanges: readonly Exchange[]
  /** Seqs of results whose call is not in the list, or was answered before. */
  readonly orphans: readonly number[]
}

/**
 * T2: pairs results with calls within each turn. A result answers the latest call before it that has its id and no
 * result yet. That makes the pairing stable under cuts: leaving out the head of the list never changes which of the
 * remaining calls a result answers.
 */
export function exchanges(messages: readonly TurnMessage[]): ExchangeList {
  const found: OpenExchange[] = []
  const orphans: number[] = []
  let turn: number | undefined
  const waiting = new Map<string, OpenExchange[]>()
  for (const message of messages) {
    if (message.turn !== turn) waiting.clear()
    turn = message.turn
    if (message.callIds.length > 0) {
      const exchange: OpenExchange = { callSeq: message.seq, resultSeqs: [], unanswered: [...message.callIds] }
      found.push(exchange)
      for (const id of message.callIds) addWaiting(waiting, id, exchange)
    }
    if (message.toolCallId === null) continue
    const exchange = waiting.get(message.toolCallId)?.pop()
    if (!exchange) {
      orphans.push(message.seq)
      continue
    }
    exchange.resultSeqs.push(message.seq)
    exchange.unanswered.splice(exchange.unanswered.indexOf(message.toolCallId), 1)
  }
  return { exchanges: found, orphans }
}

interface OpenExchange {
  callSeq: number
  resultSeqs: number[]
  unanswered: string[]
}

function addWaiting(waiting: Map<string, OpenExchange[]>, id: string, exchange: OpenExchange): void {
  const stack = waiting.get(id)
  if (stack) stack.push(exchange)
  else waiting.set(id, [exchange])
}

/** Ids of the calls in these messages of one turn that have no result yet; an id stands as often as it waits. */
export function openCallIds(messages: readonly TurnMessage[]): string[] {
  return exchanges(messages).exchanges.flatMap((exchange) => exchange.unanswered)
}

/**
 * T2 and W8: the order of delivery. Seq order; only results move, to directly after the call they answer, among
 * themselves in seq order.
 */
export function deliveryOrder<TMessage extends TurnMessage>(messages: readonly TMessage[]): TMessage[] {
  if (!messages.some((message) => message.toolCallId !== null)) return [...messages]
  const callOf = new Map<number, number>()
  for (const exchange of exchanges(messages).exchanges) {
    for (const seq of exchange.resultSeqs) callOf.set(seq, exchange.callSeq)
  }
  if (isInPlace(messages, callOf)) return [...messages]
  const resultsOf = new Map<number, TMessage[]>()
  for (const message of messages) {
    const callSeq = callOf.get(message.seq)
    if (callSeq === undefined) continue
    const results = resultsOf.get(callSeq)
    if (results) results.push(message)
    else resultsOf.set(callSeq, [message])
  }
  return messages.flatMap((message) =>
    callOf.has(message.seq) ? [] : [message, ...(resultsOf.get(message.seq) ?? [])],
  )
}

/** Nearly always: each result directly follows its call or another result of it. */
function isInPlace(messages: readonly TurnMessage[], callOf: ReadonlyMap<number, number>): boolean {
  let group: number | undefined
  for (const message of messages) {
    const callSeq = callOf.get(message.seq)
    if (callSeq === undefined) group = message.seq
    else if (callSeq !== group) return false
  }
  return true
}
