import type { ModelMessage } from '../message'
import { idOf, keyOf } from './incoming'

/** One message of the merged list, and which of the lists hold it. */
export interface MergedMessage {
  readonly message: ModelMessage
  /** Indexes of the lists. */
  readonly lists: number[]
}

interface Item extends MergedMessage {
  readonly id: string | undefined
  readonly key: string
  readonly seq: number | undefined
}

/**
 * Lists that several memories show of one session as one list in the session's order, each message once.
 *
 * Two messages are one when their ids are. Where an id says nothing (it is absent, or nobody knows it), equal messages are
 * one, from the end on and never across another match, so that equal messages in a row all stay.
 *
 * @param seqOf the place of a known id; what is not known goes where its own list has it
 */
export function mergeLists(
  lists: readonly (readonly ModelMessage[])[],
  seqOf: (id: string) => number | undefined,
): MergedMessage[] {
  const merged: Item[] = []
  for (const [index, list] of lists.entries()) {
    const items = list.map((message): Item => {
      const id = idOf(message)
      return { message, lists: [index], id, key: keyOf(message), seq: id === undefined ? undefined : seqOf(id) }
    })
    insert(merged, { index, items })
  }
  return merged
}

/** From the end on: what is there already is marked, the rest is put in front of what follows it. */
function insert(merged: Item[], { index, items }: { index: number; items: readonly Item[] }): void {
  const ids = new Set(merged.flatMap(({ id }) => id ?? []))
  const named = new Set(items.flatMap(({ id }) => (id !== undefined && ids.has(id) ? [id] : [])))
  let end = merged.length
  for (const item of items.toReversed()) {
    const place = placeOf(merged, { item, end, named })
    const found = place === undefined ? undefined : merged[place]
    if (found && place !== undefined) {
      if (!found.lists.includes(index)) found.lists.push(index)
      end = place
      continue
    }
    const next = item.seq === undefined ? end : firstAfter(merged, { seq: item.seq, end })
    merged.splice(next, 0, item)
    end = next
  }
}

function placeOf(
  merged: readonly Item[],
  { item, end, named }: { item: Item; end: number; named: ReadonlySet<string> },
): number | undefined {
  if (item.id !== undefined && named.has(item.id)) {
    // Mostly the lists go side by side.
    return merged[end - 1]?.id === item.id ? end - 1 : merged.findIndex(({ id }) => id === item.id)
  }
  const place = merged.findLastIndex(
    (known, index) =>
      index < end &&
      known.key === item.key &&
      !(known.id !== undefined && named.has(known.id)) &&
      (known.seq === undefined || item.seq === undefined),
  )
  return place === -1 ? undefined : place
}

/** Where a known place belongs; mostly in front of what follows it in its own list (`end`). */
function firstAfter(merged: readonly Item[], { seq, end }: { seq: number; end: number }): number {
  const before = end === 0 ? 0 : merged[end - 1]?.seq
  const after = end === merged.length ? Number.POSITIVE_INFINITY : merged[end]?.seq
  if (before !== undefined && after !== undefined && before < seq && seq < after) return end
  const place = merged.findIndex((known) => known.seq !== undefined && known.seq > seq)
  return place === -1 ? merged.length : place
}
