import { withoutToolCalls } from '../message'
import { numberTurns } from '../turn'
import { decideWindow } from '../window'
import { callIdsOf, type MemoryMessage, windowMessage } from './agent-message'

export interface HistoryQuestion {
  /** The newest messages of a thread, in order. */
  readonly messages: readonly MemoryMessage[]
  /** Are they the whole thread? */
  readonly isWhole: boolean
  /** At most this many messages. */
  readonly limit: number
  /** `prompt`: as a model may be given them; `list`: as they are stored. */
  readonly as: 'prompt' | 'list'
  /** The run that reads; what it has called itself and waits for stays in its prompt. */
  readonly runId?: string | undefined
}

/**
 * W3: the newest `limit` messages in which no exchange is cut: the start moves forward, the user message that opened a
 * turn which is still open stays, and when not even the newest exchange fits it is there alone. Undefined when that can
 * only be said with earlier messages at hand.
 *
 * In a prompt, messages that say nothing are left out (W8), and so are calls that were never answered, but for those of
 * the run that reads: who resumes it needs them.
 */
export function newestWhole({ messages, isWhole, limit, as, runId }: HistoryQuestion): MemoryMessage[] | undefined {
  const newest = messages.at(-1)
  if (newest === undefined) return isWhole ? [] : undefined
  const turns = numberTurns(messages.map((message) => ({ role: message.role, callIds: callIdsOf(message) })))
  const rows = messages.map((message, index) => {
    const row = windowMessage(message, { seq: index + 1, turn: turns[index] ?? 1 })
    return as === 'list' ? { ...row, isEmpty: false } : row
  })
  const turn = turns.at(-1) ?? 1
  const isOpen = newest.role !== 'assistant' || callIdsOf(newest).length > 0
  if (!isWhole && (messages.length < limit || (isOpen && turn === 1))) return undefined
  const decision = decideWindow({
    window: { strategy: 'buffer', maxMessages: limit },
    rows,
    totals: { messages: messages.length, tokens: 0, lastSeq: messages.length },
    openTurn: { turn, firstSeq: turns.indexOf(turn) + 1, isOpen },
    runId,
    lastRunId: newest.runId,
  })
  if (decision.needsEarlier && !isWhole) return undefined
  if (as === 'list') {
    return decision.items.flatMap(({ isIn, reason, seq }) =>
      isIn || reason === 'unanswered' ? (messages[seq - 1] ?? []) : [],
    )
  }
  return decision.delivered.flatMap(({ seq, withoutToolCalls: isCopy }) => {
    const message = messages[seq - 1]
    if (message === undefined) return []
    return isCopy ? withoutCalls(message) : message
  })
}

function withoutCalls(message: MemoryMessage): MemoryMessage {
  const { tool_calls: _dropped, ...rest } = message
  // Only `toolCalls` goes; what is left is the message that it was.
  return withoutToolCalls(rest as Parameters<typeof withoutToolCalls>[0]) as unknown as MemoryMessage
}
