import { splitBySelection } from '../fork'
import { exchanges, numberTurns, type TurnMessage } from '../turn'
import { type AgentInputMessage, callIdsOf, windowMessage } from './agent-message'

/**
 * W3: what a fork takes of the messages that a transform gave: without the exchanges of the source of which a part is
 * missing, and without results that answer no call.
 */
export function withoutSplitExchanges(
  source: readonly AgentInputMessage[],
  given: readonly AgentInputMessage[],
): AgentInputMessage[] {
  const ids = new Set(given.map(({ id }) => id))
  const rows = turnMessages(source)
  const chosen = new Set(rows.filter(({ seq }) => ids.has(source[seq]?.id)).map(({ seq }) => seq))
  const split = new Set([...splitBySelection(rows, chosen)].map((seq) => source[seq]?.id))
  const kept = given.filter(({ id }) => id === undefined || !split.has(id))
  const orphans = new Set(exchanges(turnMessages(kept)).orphans)
  return kept.filter((_, index) => !orphans.has(index))
}

function turnMessages(messages: readonly AgentInputMessage[]): TurnMessage[] {
  const turns = numberTurns(messages.map((message) => ({ role: message.role, callIds: callIdsOf(message) })))
  return messages.map((message, seq) => windowMessage(message, { seq, turn: turns[seq] ?? 1 }))
}
