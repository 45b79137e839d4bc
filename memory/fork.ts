import { exchanges, type TurnMessage } from './turn'

/** A message of the source thread, without its text. */
export interface ForkMessage extends TurnMessage {
  readonly id: string
}

/** What a fork takes over. */
export type ForkSelection =
  | { readonly kind: 'whole' }
  /** The last `count` messages; 0 takes none. */
  | { readonly kind: 'last'; readonly count: number }
  /** Up to and including a message, by id or by seq. */
  | { readonly kind: 'up-to'; readonly message: string | number }
  /** These messages, in the thread's order whatever the order here. */
  | { readonly kind: 'chosen'; readonly messages: readonly (string | number)[] }

export type ForkResult =
  /** Seqs to copy, and seqs that were selected but left out since the selection splits their exchange. Ascending. */
  | { readonly kind: 'selected'; readonly seqs: readonly number[]; readonly dropped: readonly number[] }
  /** A message that the source does not have. */
  | { readonly kind: 'unknown-message'; readonly message: string | number }

/**
 * Which messages a fork copies (W3). Only exchanges that the selection splits are left out; a call that was never
 * answered in the source is copied as it is.
 *
 * `rows`: the selected messages in seq order, and for the turns that the selection cuts, all messages of the turn.
 */
export function selectForFork(rows: readonly ForkMessage[], selection: ForkSelection): ForkResult {
  const chosen = chosenSeqs(rows, selection)
  if (chosen.kind === 'unknown-message') return chosen
  const dropped = splitBySelection(rows, chosen.seqs)
  const kept = rows.filter((row) => chosen.seqs.has(row.seq)).map((row) => row.seq)
  return {
    kind: 'selected',
    seqs: kept.filter((seq) => !dropped.has(seq)),
    dropped: kept.filter((seq) => dropped.has(seq)),
  }
}

type Chosen = { kind: 'chosen'; seqs: Set<number> } | { kind: 'unknown-message'; message: string | number }

function chosenSeqs(rows: readonly ForkMessage[], selection: ForkSelection): Chosen {
  const all = rows.map((row) => row.seq)
  switch (selection.kind) {
    case 'whole':
      return { kind: 'chosen', seqs: new Set(all) }
    case 'last':
      return { kind: 'chosen', seqs: new Set(selection.count === 0 ? [] : all.slice(-selection.count)) }
    case 'up-to': {
      const last = seqLookup(rows)(selection.message)
      if (last === undefined) return { kind: 'unknown-message', message: selection.message }
      return { kind: 'chosen', seqs: new Set(all.filter((seq) => seq <= last)) }
    }
    case 'chosen': {
      const lookup = seqLookup(rows)
      const unknown = selection.messages.find((message) => lookup(message) === undefined)
      if (unknown !== undefined) return { kind: 'unknown-message', message: unknown }
      return { kind: 'chosen', seqs: new Set(selection.messages.flatMap((message) => lookup(message) ?? [])) }
    }
  }
}

/** A number is a seq, a text is an id, also when it looks like a number. */
function seqLookup(rows: readonly ForkMessage[]): (message: string | number) => number | undefined {
  const seqs = new Set(rows.map((row) => row.seq))
  const seqOfId = new Map(rows.map((row) => [row.id, row.seq]))
  return (message) => {
    if (typeof message === 'string') return seqOfId.get(message)
    return seqs.has(message) ? message : undefined
  }
}

/**
 * The chosen messages whose exchange is chosen only in part. `rows`: all messages of the turns concerned, in seq order.
 * A result whose call is not among the rows counts as cut.
 */
export function splitBySelection(rows: readonly TurnMessage[], chosen: ReadonlySet<number>): Set<number> {
  const list = exchanges(rows)
  const split = new Set(list.orphans.filter((seq) => chosen.has(seq)))
  for (const exchange of list.exchanges) {
    const seqs = [exchange.callSeq, ...exchange.resultSeqs]
    const taken = seqs.filter((seq) => chosen.has(seq))
    if (taken.length < seqs.length) for (const seq of taken) split.add(seq)
  }
  return split
}
