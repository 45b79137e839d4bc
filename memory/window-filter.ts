import { splitBySelection } from './fork'
import { endsTurnOf } from './turn'
import type { NewestTurn, WindowTotals } from './window-limits'
import type { WindowMessage } from './window-message'

/** A list that a window is taken over in place of the whole thread. */
export interface FilteredList {
  readonly rows: readonly WindowMessage[]
  readonly totals: WindowTotals
  readonly openTurn: NewestTurn
}

/**
 * W4: the messages that a filter (tags, a query) chose, as a list of its own for `decideWindow`: positions, turns and
 * totals count only what is in it. Exchanges that the filter cuts are dropped.
 *
 * `rows`: all messages of each turn that holds a chosen one, in seq order. `isOpen`: whether the thread's newest turn,
 * `openTurn`, is open; it stays the open one only when the filter chose from it.
 */
export function filterRows(options: {
  rows: readonly WindowMessage[]
  chosen: ReadonlySet<number>
  openTurn: NewestTurn
}): FilteredList {
  const split = splitBySelection(options.rows, options.chosen)
  const rows: WindowMessage[] = []
  let tokens = 0
  let turn = 0
  let sourceTurn: number | undefined
  for (const row of options.rows) {
    if (!options.chosen.has(row.seq) || split.has(row.seq)) continue
    if (row.turn !== sourceTurn) turn += 1
    sourceTurn = row.turn
    tokens += row.tokens
    rows.push({ ...row, turn, runningTokens: tokens, position: rows.length + 1 })
  }
  const last = rows.at(-1)
  const isOpen =
    options.openTurn.isOpen && sourceTurn === options.openTurn.turn && last !== undefined && !endsTurnOf(last)
  return {
    rows,
    totals: { messages: rows.length, tokens, lastSeq: rows.length },
    openTurn: { turn, firstSeq: rows.find((row) => row.turn === turn)?.seq ?? 1, isOpen },
  }
}
