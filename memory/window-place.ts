import { exchanges } from './turn'
import type { NewestTurn } from './window-limits'
import type { WindowMessage } from './window-message'
import { stretches } from './window-pairs'
import type { PlacedRow } from './window-start'

/** W3 and W6: the rows with their positions, and what stays wherever the window starts. */
export function placeRows(options: {
  rows: readonly WindowMessage[]
  openTurn: NewestTurn
  keepFirst: number
}): PlacedRow[] {
  const { rows, openTurn } = options
  const pinned = pinnedSeqs(rows)
  const opener = openTurn.isOpen
    ? rows.find((row) => row.turn === openTurn.turn && row.role === 'user')?.seq
    : undefined
  return rows.map((row) => {
    const position = row.position ?? row.seq
    if (pinned.has(row.seq)) return { row, position, keptAs: 'pinned' }
    if (position <= options.keepFirst) return { row, position, keptAs: 'first' }
    return { row, position, keptAs: row.seq === opener ? 'open-turn' : undefined }
  })
}

const NONE: ReadonlySet<number> = new Set()

/** W6: a pin holds its whole exchange. */
function pinnedSeqs(rows: readonly WindowMessage[]): ReadonlySet<number> {
  if (!rows.some((row) => row.isPinned)) return NONE
  const pinned = new Set(rows.filter((row) => row.isPinned).map((row) => row.seq))
  const places = rows.map((row) => ({ row, position: row.position ?? row.seq }))
  for (const stretch of stretches(places)) {
    for (const exchange of exchanges(stretch.map((place) => place.row)).exchanges) {
      const seqs = [exchange.callSeq, ...exchange.resultSeqs]
      if (seqs.some((seq) => pinned.has(seq))) for (const seq of seqs) pinned.add(seq)
    }
  }
  return pinned
}
