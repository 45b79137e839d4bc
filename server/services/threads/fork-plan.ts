import { endsTurnOf, numberTurns } from '../../../memory/turn'
import type { ForkRow } from '../../store/threads-fork-rows'

/** Where one message of the source stands in the fork. */
export interface ForkCopy {
  seq: number
  newSeq: number
  turn: number
  runningTokens: number
  exchangeSeq: number | null
  entryId: string
}

/** An entry in the fork: new id, new range, tokens of what is left of it. */
export interface ForkEntry {
  entryId: string
  newEntryId: string
  firstSeq: number
  lastSeq: number
  tokens: number
}

export interface ForkTotals {
  messageCount: number
  tokenCount: number
  lastTurn: number
  lastTurnSeq: number
  turnOpen: boolean
}

export interface ForkPlan {
  copies: readonly ForkCopy[]
  entries: readonly ForkEntry[]
  totals: ForkTotals
}

/**
 * How a fork is numbered: its messages keep the source's order and get gapless seqs from 1 (M3), turns and running totals
 * are made anew from what is left (T1, W4), entries shrink to what is left of them and vanish when nothing is.
 *
 * @param kept the messages to copy, in seq order
 * @param newId makes the id of an entry
 */
export function planFork(kept: readonly ForkRow[], newId: () => string): ForkPlan {
  const turns = numberTurns(kept)
  const newSeqOf = new Map(kept.map((row, index) => [row.seq, index + 1]))
  const entries = new Map<string, ForkEntry>()
  let runningTokens = 0
  const copies = kept.map((row, index): ForkCopy => {
    const newSeq = index + 1
    runningTokens += row.tokens
    const entry = entries.get(row.entryId) ?? {
      entryId: row.entryId,
      newEntryId: newId(),
      firstSeq: newSeq,
      lastSeq: newSeq,
      tokens: 0,
    }
    entries.set(row.entryId, { ...entry, lastSeq: newSeq, tokens: entry.tokens + row.tokens })
    return {
      seq: row.seq,
      newSeq,
      turn: turns[index] ?? 1,
      runningTokens,
      exchangeSeq: row.exchangeSeq === null ? null : (newSeqOf.get(row.exchangeSeq) ?? null),
      entryId: entry.newEntryId,
    }
  })
  const last = kept.at(-1)
  const lastTurn = turns.at(-1) ?? 0
  return {
    copies,
    entries: [...entries.values()],
    totals: {
      messageCount: kept.length,
      tokenCount: runningTokens,
      lastTurn,
      lastTurnSeq: Math.max(0, turns.indexOf(lastTurn)) + 1,
      turnOpen: last !== undefined && !endsTurnOf(last),
    },
  }
}
