import {
  type Alignment,
  type HandedList,
  type IncomingMessage,
  type MessageConflict,
  type Misalignment,
  type StoredKeys,
  storedKeyAt,
} from './stored-keys'

interface IdQuestion {
  readonly incoming: readonly IncomingMessage[]
  readonly stored: StoredKeys
  readonly handed?: HandedList | undefined
}

/**
 * R2 (a): alignment by known ids; unknown ids count as absent. All that stands before the last known message is history.
 * After it the list goes on with what was handed out, or with what is stored. Undefined when no id is known.
 */
export function alignByIds(question: IdQuestion): Alignment | Misalignment | undefined {
  const { incoming, stored } = question
  const anchors = firstUses(incoming.map(({ id }) => (id === undefined ? undefined : stored.seqOfId(id))))
  const lastAnchor = anchors.findLastIndex((anchor) => anchor !== undefined && !anchor.isRepeated)
  if (lastAnchor === -1) return undefined
  const list = handedPlaces(question.handed)
  const history = matchHistory({ ...question, list, anchors: anchors.slice(0, lastAnchor + 1) })
  const rest = matchRest({ ...question, list, from: lastAnchor + 1, newestSeq: history.newestSeq })
  if (rest.kind === 'conflict') return rest
  const conflicts = [...history.conflicts]
  // Stored messages that are named again among the new ones are not stored a second time: they end the write.
  const repeated = anchors.findIndex((anchor, index) => index >= lastAnchor + 1 + rest.length && anchor !== undefined)
  if (repeated !== -1) return { kind: 'conflict', reason: 'repeated-id', index: repeated }
  return {
    kind: 'aligned',
    historyEnd: lastAnchor + 1 + rest.length,
    matched: history.matched + rest.length,
    conflicts,
  }
}

interface Anchor {
  readonly seq: number
  /** The same stored message was named earlier in the list. */
  readonly isRepeated: boolean
}

function firstUses(seqs: readonly (number | undefined)[]): (Anchor | undefined)[] {
  const used = new Set<number>()
  return seqs.map((seq) => {
    if (seq === undefined) return undefined
    const isRepeated = used.has(seq)
    used.add(seq)
    return { seq, isRepeated }
  })
}

/** Where each handed-out message stands in its list, and which messages follow one another there. */
interface HandedPlaces {
  readonly seqs: readonly number[]
  readonly placeOf: ReadonlyMap<number, number>
  readonly copyKeyOf: ReadonlyMap<number, string>
}

function handedPlaces(handed: HandedList | undefined): HandedPlaces {
  const seqs = [...(handed?.messages ?? []).map((message) => message.seq), ...(handed?.since ?? [])]
  const copies = (handed?.messages ?? []).flatMap((message): [number, string][] =>
    message.key === undefined ? [] : [[message.seq, message.key]],
  )
  return { seqs, placeOf: new Map(seqs.map((seq, place) => [seq, place])), copyKeyOf: new Map(copies) }
}

/** The message that follows one in the handed-out list, else in the thread. */
function nextSeq(seq: number, list: HandedPlaces): number | undefined {
  const place = list.placeOf.get(seq)
  return place === undefined ? seq + 1 : list.seqs[place + 1]
}

function isSame(options: { stored: StoredKeys; list: HandedPlaces }, seq: number, key: string | undefined): boolean {
  return key === options.list.copyKeyOf.get(seq) || key === storedKeyAt(options.stored, seq).key
}

function matchHistory(options: {
  incoming: readonly IncomingMessage[]
  stored: StoredKeys
  list: HandedPlaces
  anchors: readonly (Anchor | undefined)[]
}): { matched: number; newestSeq: number; conflicts: MessageConflict[] } {
  const conflicts: MessageConflict[] = []
  let matched = 0
  let newestSeq = 0
  let expected = leadingSeq(options.anchors, options.list)
  for (const [index, anchor] of options.anchors.entries()) {
    const key = options.incoming[index]?.key
    if (anchor?.isRepeated) {
      conflicts.push({ index, seq: anchor.seq, reason: 'repeated-id' })
      continue
    }
    const seq = anchor?.seq ?? expected
    const isKnown = seq !== undefined && seq >= 1 && seq <= options.stored.total && isSame(options, seq, key)
    if (isKnown || anchor) matched += 1
    if (anchor && !isKnown) conflicts.push({ index, seq: anchor.seq, reason: 'content-differs' })
    if (!anchor && !isKnown) conflicts.push({ index, reason: 'not-stored' })
    if (seq === undefined) continue
    if (anchor || isKnown) newestSeq = Math.max(newestSeq, seq)
    expected = nextSeq(seq, options.list)
  }
  return { matched, newestSeq, conflicts }
}

/** The seq that the first message has when all messages before the first known one are echoes too. */
function leadingSeq(anchors: readonly (Anchor | undefined)[], list: HandedPlaces): number | undefined {
  const first = anchors.findIndex((anchor) => anchor !== undefined)
  const seq = anchors[first]?.seq
  if (seq === undefined) return undefined
  const place = list.placeOf.get(seq)
  return (place === undefined ? undefined : list.seqs[place - first]) ?? seq - first
}

/**
 * What follows the last known message. Along the list that was handed out it is clear what the agent could echo. Along
 * the thread, agreement has to reach the tail or the end of the state; agreement that breaks off in between could be an
 * echo or a coincidence.
 */
function matchRest(options: {
  incoming: readonly IncomingMessage[]
  stored: StoredKeys
  list: HandedPlaces
  from: number
  newestSeq: number
}): { kind: 'matched'; length: number } | Misalignment {
  const { incoming, stored, list, from } = options
  const isHanded = list.placeOf.has(options.newestSeq)
  let length = 0
  let seq = nextSeq(options.newestSeq, list)
  while (seq !== undefined && seq <= stored.total && from + length < incoming.length) {
    if (!isSame(options, seq, incoming[from + length]?.key)) break
    length += 1
    seq = nextSeq(seq, list)
  }
  const isAtEnd = from + length === incoming.length || seq === undefined || seq > stored.total
  if (isHanded || isAtEnd || length === 0) return { kind: 'matched', length }
  return { kind: 'conflict', reason: 'diverged', index: from + length }
}
