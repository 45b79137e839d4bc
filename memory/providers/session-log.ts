import type { Tags } from '../contract'
import { endsTurn, isEmpty } from '../message'
import type { StoredKey, StoredKeys } from '../stored-keys'
import type { TokenCounter } from '../token-estimate'
import { numberTurns, openCallIds } from '../turn'
import type { WindowMessage } from '../window-message'
import { type PreparedMessage, storedText } from './incoming'

/** A stored message: what a window looks at, and what it says. */
export interface StoredRow extends WindowMessage {
  /** The same object for as long as the message is kept. */
  readonly body: StoredBody
}

export interface StoredBody {
  /** JSON, as it was handed over, with an id. */
  readonly text: string
  readonly entryId: string
}

export interface MessagePlace {
  readonly seq: number
  readonly turn: number
}

/** One write. */
export interface StoredEntry {
  readonly id: string
  readonly firstSeq: number
  readonly lastSeq: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly facts: EntryFacts
}

export interface EntryFacts {
  readonly agentName: string | undefined
  readonly runId: string | undefined
  readonly tags: Tags
  readonly metadata: Readonly<Record<string, unknown>>
  /** What the writer had been given; entries of one read belong to one run (R2 b). */
  readonly read: object | undefined
}

/**
 * One session: its messages with seq, turn, tokens and running total (M3, T1, T3), as the server's tables hold a thread.
 * Texts of messages that no window can show any more may be forgotten; their ids and keys stay, so that their echoes are
 * still recognised.
 */
export class SessionLog {
  /** Another one for a session that was cleared and written again. */
  readonly uid: string = crypto.randomUUID()
  metadata: Readonly<Record<string, unknown>> = {}
  /** The newest seq. */
  messageCount = 0
  tokenCount = 0
  lastTurn = 0
  lastTurnSeq = 1
  turnOpen = false
  lastRunId: string | null = null
  readonly createdAt: number
  accessedAt: number
  /** Null: it stays. */
  expiresAt: number | null = null
  #rows: StoredRow[] = []
  #entries: StoredEntry[] = []
  readonly #keys: StoredKey[] = []
  readonly #turns: number[] = []
  readonly #seqOfId = new Map<string, number>()
  readonly #seqsOfKey = new Map<string, number[]>()

  readonly id: string

  /** @param now milliseconds since 1970 */
  constructor(id: string, now: number) {
    this.id = id
    this.createdAt = now
    this.accessedAt = now
  }

  /** Ascending by seq; without those that were forgotten. */
  get rows(): readonly StoredRow[] {
    return this.#rows
  }

  /** Oldest first; without those of which nothing is left. */
  get entries(): readonly StoredEntry[] {
    return this.#entries
  }

  /** What reconciliation looks at. */
  keys(): StoredKeys {
    return {
      total: this.messageCount,
      get: (seq) => this.#keys[seq - 1],
      seqOfId: (id) => this.#seqOfId.get(id),
      seqsOfKey: (key) => this.#seqsOfKey.get(key) ?? [],
      openCallIds: this.turnOpen ? openCallIds(this.rows.filter((row) => row.turn === this.lastTurn)) : [],
    }
  }

  /** Where a message stands, forgotten or not. */
  placeOf(id: string): MessagePlace | undefined {
    const seq = this.#seqOfId.get(id)
    return seq === undefined ? undefined : { seq, turn: this.#turns[seq - 1] ?? 0 }
  }

  /** Adds new messages as one entry; those without an id get one. */
  append(list: readonly PreparedMessage[], options: { facts: EntryFacts; counter: TokenCounter; now: number }): void {
    const entryId = crypto.randomUUID()
    const firstSeq = this.messageCount + 1
    const before = this.messageCount === 0 ? undefined : { turn: this.lastTurn, isOpen: this.turnOpen }
    const turns = numberTurns(list, before)
    for (const [index, prepared] of list.entries()) {
      const { message, role, callIds, toolCallId, key } = prepared
      const id = prepared.id ?? crypto.randomUUID()
      const seq = firstSeq + index
      const tokens = options.counter.countMessage(message)
      this.tokenCount += tokens
      this.#remember(seq, { id, key, role })
      const turn = turns[index] ?? this.lastTurn
      this.#turns.push(turn)
      if (turn !== this.lastTurn) this.lastTurnSeq = seq
      this.lastTurn = turn
      this.#rows.push({
        seq,
        role,
        turn,
        tokens,
        runningTokens: this.tokenCount,
        callIds,
        toolCallId,
        isEmpty: isEmpty(message),
        body: { text: storedText(prepared, id), entryId },
      })
    }
    const last = list.at(-1)
    if (last) this.turnOpen = !endsTurn(last.message)
    this.messageCount += list.length
    this.lastRunId = options.facts.runId ?? null
    const { facts, now } = options
    this.#entries.push({ id: entryId, firstSeq, lastSeq: this.messageCount, createdAt: now, facts })
  }

  /** Lets go of the texts before a seq, and of entries of which nothing is left. */
  forgetBefore(seq: number): void {
    if ((this.#rows[0]?.seq ?? seq) >= seq) return
    this.#rows = this.#rows.filter((row) => row.seq >= seq)
    this.#entries = this.#entries.filter((entry) => entry.lastSeq >= seq)
  }

  #remember(seq: number, key: StoredKey): void {
    this.#keys.push(key)
    this.#seqOfId.set(key.id, seq)
    const seqs = this.#seqsOfKey.get(key.key)
    if (seqs) seqs.push(seq)
    else this.#seqsOfKey.set(key.key, [seq])
  }
}
