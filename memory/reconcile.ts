import { isSystem } from './message'
import { alignByIds } from './reconcile-ids'
import { alignByKeys } from './reconcile-list'
import type { HandedList, IncomingMessage, MessageConflict, ReconcileRefusal, StoredKeys } from './stored-keys'
import { endsTurnOf } from './turn'

export interface ReconcileQuestion {
  readonly incoming: readonly IncomingMessage[]
  readonly stored: StoredKeys
  readonly handed?: HandedList | undefined
}

export interface ReconcileAppend {
  readonly kind: 'append'
  /** Indexes into `incoming` of the messages to store, in order. System messages are never among them (M1). */
  readonly append: readonly number[]
  /** The first of them; the length of `incoming` when there is none. */
  readonly firstNew: number
  /** How many incoming messages are stored already. */
  readonly matched: number
  readonly skippedSystem: number
  readonly conflicts: readonly MessageConflict[]
}

export interface ReconcileConflict {
  readonly kind: 'conflict'
  readonly reason: ReconcileRefusal
  /** The incoming message that it is about. */
  readonly index: number
}

/**
 * R1, R2, R4 and R6: finds out which messages of an agent's whole state are new. By position, never by set: equal
 * messages in a row are all real. Without ids and without a read token, altered text is new text, a state that repeats its
 * own beginning cannot be told from its echo, nor a single message from further back from one that is said again. For `mode: 'append'` only `resultWithoutCall` is asked.
 *
 * Throws RangeError when a stored key that it needs was not loaded.
 */
export function reconcile(question: ReconcileQuestion): ReconcileAppend | ReconcileConflict {
  const { incoming, stored } = question
  const indexes = [...incoming.keys()].filter((index) => !isSystem(incoming[index] ?? noMessage))
  const messages = incoming.filter((message) => !isSystem(message))
  const original = (index: number) => indexes[index] ?? incoming.length

  const request = { ...question, incoming: messages }
  const found = alignByIds(request) ?? alignByKeys(request)
  if (found.kind === 'conflict') return { ...found, index: original(found.index) }

  const fresh = messages.slice(found.historyEnd)
  const repeated = repeatedId(fresh)
  if (repeated !== undefined) return refuse('repeated-id', original(found.historyEnd + repeated))
  const orphan = resultWithoutCall(fresh, stored.openCallIds)
  if (orphan !== undefined) return refuse('closed-turn', original(found.historyEnd + orphan))
  return {
    kind: 'append',
    append: indexes.slice(found.historyEnd),
    firstNew: original(found.historyEnd),
    matched: found.matched,
    skippedSystem: incoming.length - messages.length,
    conflicts: found.conflicts.map((conflict) => ({ ...conflict, index: original(conflict.index) })),
  }
}

const noMessage = { role: 'system' }

function refuse(reason: ReconcileRefusal, index: number): ReconcileConflict {
  return { kind: 'conflict', reason, index }
}

function repeatedId(messages: readonly IncomingMessage[]): number | undefined {
  const seen = new Set<string>()
  for (const [index, { id }] of messages.entries()) {
    if (id === undefined) continue
    if (seen.has(id)) return index
    seen.add(id)
  }
  return undefined
}

/**
 * T2: the index of the first result that answers no open call: neither one of `openCallIds` nor one made before it in
 * the list within the same turn. Undefined when all results have theirs.
 */
export function resultWithoutCall(
  messages: readonly IncomingMessage[],
  openCallIds: readonly string[],
): number | undefined {
  let waiting = [...openCallIds]
  for (const [index, message] of messages.entries()) {
    if (message.toolCallId !== null) {
      const place = waiting.lastIndexOf(message.toolCallId)
      if (place === -1) return index
      waiting.splice(place, 1)
    }
    waiting.push(...message.callIds)
    if (endsTurnOf(message)) waiting = []
  }
  return undefined
}
