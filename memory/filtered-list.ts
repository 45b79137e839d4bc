import type { NewestTurn, WindowTotals } from './window-limits'
import type { WindowMessage } from './window-message'

/**
 * W4: a filtered list as if it were the thread: places, turns and running totals are counted in it. Seqs stay those of the
 * thread. The rows are in seq order.
 */
export function asList<TRow extends WindowMessage>(rows: readonly TRow[]): TRow[] {
  let turn = 0
  let threadTurn: number | undefined
  let runningTokens = 0
  return rows.map((row, index) => {
    if (row.turn !== threadTurn) turn += 1
    threadTurn = row.turn
    runningTokens += row.tokens
    return { ...row, turn, runningTokens, position: index + 1 }
  })
}

/** The totals and the newest turn of such a list. A list that ends with the thread ends with its open turn, if it has one. */
export function listFacts(
  rows: readonly WindowMessage[],
  thread: { readonly messageCount: number; readonly turnOpen: boolean } | null,
): { totals: WindowTotals; openTurn: NewestTurn } {
  const last = rows.at(-1)
  const isNewest = thread !== null && last !== undefined && last.seq === thread.messageCount
  return {
    totals: { messages: rows.length, tokens: last?.runningTokens ?? 0, lastSeq: rows.length },
    openTurn: {
      turn: last?.turn ?? 0,
      firstSeq: rows.find((row) => row.turn === last?.turn)?.seq ?? 1,
      isOpen: isNewest && thread.turnOpen,
    },
  }
}
