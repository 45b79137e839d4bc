import { isSystem } from './message'
import { firstTurnLength } from './reconcile-list'
import type { HandedList, IncomingMessage } from './stored-keys'

/** What a server has to load before it can ask `reconcile`. */
export interface KeysNeeded {
  /** Inclusive ranges of seqs, ascending and apart, whose keys are needed. */
  readonly ranges: readonly (readonly [number, number])[]
  /**
   * R2 (d): look up (some of) the seqs that have this key, and load the keys of `length` messages from each on.
   * Absent when ids already say where the messages stand, or no turn of theirs is whole.
   */
  readonly midThread?: { readonly key: string; readonly length: number }
}

/** The ids to look up first, among all messages of the thread. */
export function idsToLookUp(incoming: readonly IncomingMessage[]): string[] {
  return [
    ...new Set(incoming.flatMap((message) => (message.id === undefined || isSystem(message) ? [] : [message.id]))),
  ]
}

/**
 * The keys that `reconcile` may look at. Their number goes with what is written and what was handed out, never with the
 * length of the thread.
 */
export function keysNeeded(options: {
  incoming: readonly IncomingMessage[]
  /** The newest stored seq. */
  total: number
  handed?: HandedList | undefined
  /** Answers for all of `idsToLookUp`. */
  seqOfId(id: string): number | undefined
}): KeysNeeded {
  const { total, handed } = options
  const incoming = options.incoming.filter((message) => !isSystem(message))
  const count = incoming.length
  const handedSeqs = [...(handed?.messages ?? []).map((message) => message.seq), ...(handed?.since ?? [])]
  const wanted: [number, number][] = handedSeqs.map((seq) => [seq, seq])
  const anchors = incoming.map(({ id }) => (id === undefined ? undefined : options.seqOfId(id)))
  if (anchors.some((seq) => seq !== undefined)) {
    wanted.push(...rangesAround(anchors))
    return { ranges: mergeRanges(wanted, total) }
  }
  const firstHanded = handed?.messages[0]?.seq
  if (firstHanded !== undefined) wanted.push([firstHanded - count, firstHanded - 1])
  wanted.push([1, count], [total - Math.max(count, 2) + 1, total])
  const ranges = mergeRanges(wanted, total)
  const length = firstTurnLength(incoming)
  const key = incoming[0]?.key
  return key === undefined || length === 0 || total === 0 ? { ranges } : { ranges, midThread: { key, length } }
}

/** Each known message, and as many messages after it as follow it in the list without a known id of their own. */
function rangesAround(anchors: readonly (number | undefined)[]): [number, number][] {
  const ranges: [number, number][] = []
  let leading = 0
  let newest = 0
  for (const seq of anchors) {
    const last = ranges.at(-1)
    if (seq !== undefined) ranges.push([last ? seq : seq - leading, seq])
    else if (last) last[1] += 1
    else leading += 1
    newest = Math.max(newest, seq ?? 0)
  }
  ranges.push([newest, newest + anchors.length])
  return ranges
}

function mergeRanges(ranges: readonly [number, number][], total: number): [number, number][] {
  const merged: [number, number][] = []
  const clipped = ranges.map(([from, to]): [number, number] => [Math.max(1, from), Math.min(total, to)])
  for (const [from, to] of clipped.filter(([from, to]) => from <= to).sort((left, right) => left[0] - right[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
