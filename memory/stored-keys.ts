/** A message that an agent hands over, as the decision sees it. */
export interface IncomingMessage {
  /** Absent when it came without one. */
  readonly id?: string | undefined
  /** The canonical form (M4) or a hash of it; only compared. */
  readonly key: string
  readonly role: string
  readonly callIds: readonly string[]
  readonly toolCallId: string | null
}

/** What is known of a stored message. */
export interface StoredKey {
  readonly id: string
  readonly key: string
  readonly role: string
}

/** The stored thread, as far as `keysNeeded` asked for it. */
export interface StoredKeys {
  /** The newest seq; seqs run from 1 without a gap. */
  readonly total: number
  get(seq: number): StoredKey | undefined
  /** The stored message with that id, among all of the thread. */
  seqOfId(id: string): number | undefined
  /** Seqs with that key, for the key that `keysNeeded` names as `midThread`. May be capped. */
  seqsOfKey(key: string): readonly number[]
  /** Ids of the newest turn's calls that wait for a result when it is open (`openCallIds`), else none. */
  readonly openCallIds: readonly string[]
}

/** One message of the list that a read handed out. */
export interface HandedMessage {
  readonly seq: number
  /** The key of what was handed out, where that was a copy without tool calls. */
  readonly key?: string
}

/** What the read token tells: the list in delivery order, and what the same run has stored since, in seq order. */
export interface HandedList {
  readonly messages: readonly HandedMessage[]
  readonly since: readonly number[]
}

/**
 * A difference that is reported while the write goes on; what is stored stays (R3).
 * - `content-differs`: known by its id or its place, with other content.
 * - `not-stored`: stands among the history but is not part of it; it is not stored.
 * - `repeated-id`: the id of a stored message that already stood earlier in the list.
 */
export interface MessageConflict {
  readonly index: number
  readonly seq?: number
  readonly reason: 'content-differs' | 'not-stored' | 'repeated-id'
}

/**
 * Why nothing of a write is stored.
 * - `mid-thread`: a whole turn of it stands in mid-thread only (R2 d). `ambiguous`: it fits the stored tail and, longer,
 *   the stored beginning, or the stored tail stands among what would be new. `diverged`: after its known messages it agrees with the thread for a while, then no more. For
 *   these the answer is: read again, or append.
 * - `closed-turn`: a result whose call is not open: its turn has closed, or the call was never stored (T2).
 * - `repeated-id`: two new messages with one id; ids are unique per thread (M3).
 */
export type ReconcileRefusal = 'mid-thread' | 'ambiguous' | 'diverged' | 'closed-turn' | 'repeated-id'

/** What an alignment finds, in indexes of the list without system messages. */
export interface Alignment {
  readonly kind: 'aligned'
  /** Messages before this index are history; those from it on are new, but for `known`. */
  readonly historyEnd: number
  readonly matched: number
  readonly conflicts: readonly MessageConflict[]
}

export interface Misalignment {
  readonly kind: 'conflict'
  readonly reason: ReconcileRefusal
  readonly index: number
}

/** The stored key of a seq; RangeError when it was not loaded, since guessing could double a history. */
export function storedKeyAt(stored: StoredKeys, seq: number): StoredKey {
  const found = stored.get(seq)
  if (!found) throw new RangeError(`The key of message ${seq} was not loaded`)
  return found
}
