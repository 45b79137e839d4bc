import { commonPrefix, firstOccurrence, matchLengths, prefixAtEnd } from './sequence-match'
import {
  type Alignment,
  type HandedList,
  type IncomingMessage,
  type MessageConflict,
  type Misalignment,
  type StoredKeys,
  storedKeyAt,
} from './stored-keys'
import { endsTurnOf } from './turn'

interface ListQuestion {
  readonly incoming: readonly IncomingMessage[]
  readonly stored: StoredKeys
  readonly handed?: HandedList | undefined
}

/** R2 (b) to (d): alignment when no message carries the id of a stored one. */
export function alignByKeys(question: ListQuestion): Alignment | Misalignment {
  const { incoming, stored, handed } = question
  const keys = incoming.map((message) => message.key)
  if (handed) {
    const list = handedKeys(handed, stored)
    const found = alignHanded(keys, list) ?? alignLaterHanded({ keys, list, stored, handed })
    if (found) return found
  }
  const fitting = alignEnds({ incoming, keys, stored, needsWholeTurn: handed !== undefined })
  if (fitting) return fitting
  const altered = handed && alignAltered({ incoming, keys, stored, handed })
  if (altered) return altered
  if (isInMidThread(incoming, keys, stored)) return { kind: 'conflict', reason: 'mid-thread', index: 0 }
  return unlessTailFollows(keys, stored, 0)
}

function aligned(historyEnd: number): Alignment {
  return { kind: 'aligned', historyEnd, matched: historyEnd, conflicts: [] }
}

interface HandedKeys {
  readonly messages: readonly string[]
  readonly since: readonly string[]
}

function handedKeys(handed: HandedList, stored: StoredKeys): HandedKeys {
  return {
    messages: handed.messages.map((message) => message.key ?? storedKeyAt(stored, message.seq).key),
    since: handed.since.map((seq) => storedKeyAt(stored, seq).key),
  }
}

/** R2 (b): the list that was handed out, or its end, whole before part; then what the run has stored since. */
function alignHanded(keys: readonly string[], list: HandedKeys): Alignment | undefined {
  const handedCount = list.messages.length
  const lengths = matchLengths(keys, [...list.messages, ...list.since])
  if (handedCount === 0) return aligned(lengths[0] ?? 0)
  for (const [index, length] of lengths.entries()) {
    if (index > handedCount) return undefined
    const isReached = index < handedCount ? index + length >= handedCount : length > 0
    if (isReached) return aligned(length)
  }
  return undefined
}

/**
 * The list that was handed out, with other messages put in front of it: earlier ones of the thread, or examples that the
 * agent adds each time. These are reported, and not stored.
 */
function alignLaterHanded(options: {
  keys: readonly string[]
  list: HandedKeys
  stored: StoredKeys
  handed: HandedList
}): Alignment | undefined {
  const { keys, list } = options
  if (list.messages.length < 2) return undefined
  const start = firstOccurrence(list.messages, keys)
  if (start === undefined) return undefined
  const handedEnd = start + list.messages.length
  const historyEnd = handedEnd + commonPrefix(keys.slice(handedEnd), list.since)
  const earlier = countEarlier(options, start)
  const conflicts: MessageConflict[] = []
  for (let index = 0; index < start - earlier; index += 1) conflicts.push({ index, reason: 'not-stored' })
  return { kind: 'aligned', historyEnd, matched: historyEnd - conflicts.length, conflicts }
}

/** How many messages directly in front of the list are those that stand in front of it in the thread. */
function countEarlier(
  options: { keys: readonly string[]; stored: StoredKeys; handed: HandedList },
  start: number,
): number {
  const firstSeq = options.handed.messages[0]?.seq ?? 1
  let count = 0
  while (count < start && count + 1 < firstSeq) {
    const seq = firstSeq - count - 1
    if (storedKeyAt(options.stored, seq).key !== options.keys[start - count - 1]) break
    count += 1
  }
  return count
}

/** R2 (c): the longest prefix that ends at the stored tail, else one that starts at seq 1. */
function alignEnds(options: {
  incoming: readonly IncomingMessage[]
  keys: readonly string[]
  stored: StoredKeys
  /** Where a read token was given and does not fit, a few equal messages prove nothing. */
  needsWholeTurn: boolean
}): Alignment | Misalignment | undefined {
  const { keys, stored } = options
  const reach = Math.min(keys.length, stored.total)
  const atTail = prefixAtEnd(keys, keysBetween(stored, stored.total - reach + 1, stored.total))
  const atHead = commonPrefix(keys, keysBetween(stored, 1, reach))
  const counts = (length: number) =>
    length > 0 && (!options.needsWholeTurn || options.incoming.slice(0, length).some(endsTurnOf))
  if (counts(atTail) && atHead > atTail) return { kind: 'conflict', reason: 'ambiguous', index: atTail }
  if (counts(atTail)) return aligned(atTail)
  if (!counts(atHead)) return undefined
  // A window may have kept the beginning of the thread and its tail.
  const rest = options.incoming.slice(atHead)
  const atTailLater = prefixAtEnd(keys.slice(atHead), keysBetween(stored, stored.total - reach + 1, stored.total))
  if (rest.slice(0, atTailLater).some(endsTurnOf)) return aligned(atHead + atTailLater)
  if (atTailLater > 0) return { kind: 'conflict', reason: 'ambiguous', index: atHead }
  return unlessTailFollows(keys, stored, atHead)
}

/** The thread's last two messages among what would be new are rather an echo with a hole in it than new. */
function unlessTailFollows(keys: readonly string[], stored: StoredKeys, historyEnd: number): Alignment | Misalignment {
  if (stored.total < 2 || historyEnd === keys.length) return aligned(historyEnd)
  const tail = keysBetween(stored, stored.total - 1, stored.total)
  const found = firstOccurrence(tail, keys.slice(historyEnd))
  return found === undefined
    ? aligned(historyEnd)
    : { kind: 'conflict', reason: 'ambiguous', index: historyEnd + found }
}

function keysBetween(stored: StoredKeys, from: number, to: number): string[] {
  const keys: string[] = []
  for (let seq = from; seq <= to; seq += 1) keys.push(storedKeyAt(stored, seq).key)
  return keys
}

/**
 * The list that was handed out with some of its texts altered: the same roles in the same places, and at least half of
 * the messages as they were. The altered ones are reported; what is stored stays.
 */
function alignAltered(options: {
  incoming: readonly IncomingMessage[]
  keys: readonly string[]
  stored: StoredKeys
  handed: HandedList
}): Alignment | undefined {
  const { incoming, keys, stored, handed } = options
  const handedCount = handed.messages.length
  if (handedCount > keys.length) return undefined
  const conflicts: MessageConflict[] = []
  for (const [index, message] of handed.messages.entries()) {
    const known = storedKeyAt(stored, message.seq)
    if (incoming[index]?.role !== known.role) return undefined
    const expected = message.key ?? known.key
    if (keys[index] !== expected) conflicts.push({ index, seq: message.seq, reason: 'content-differs' })
  }
  if (conflicts.length * 2 > handedCount) return undefined
  const since = handed.since.map((seq) => storedKeyAt(stored, seq).key)
  const historyEnd = handedCount + commonPrefix(keys.slice(handedCount), since)
  return { kind: 'aligned', historyEnd, matched: historyEnd - conflicts.length, conflicts }
}

/** R2 (d): does the first whole turn stand somewhere in the thread? */
function isInMidThread(incoming: readonly IncomingMessage[], keys: readonly string[], stored: StoredKeys): boolean {
  const [firstKey] = keys
  const turnLength = firstTurnLength(incoming)
  if (firstKey === undefined || turnLength === 0) return false
  return stored.seqsOfKey(firstKey).some((seq) => {
    if (seq + turnLength - 1 > stored.total) return false
    return keysBetween(stored, seq, seq + turnLength - 1).every((key, index) => key === keys[index])
  })
}

/** Length of the first whole turn; 0 when no turn ends in the list. */
export function firstTurnLength(messages: readonly IncomingMessage[]): number {
  return messages.findIndex(endsTurnOf) + 1
}
