import { endsTurnOf } from './turn'

/** A stored message as repeats are looked for: no text. */
export interface RepeatMessage {
  readonly seq: number
  /** M4: equal hashes mean equal messages. */
  readonly hash: string
  readonly role: string
  readonly callIds: readonly string[]
}

/** A stretch that was stored again. Seqs, inclusive. */
export interface RepeatedStretch {
  readonly from: number
  readonly to: number
  /** The first of the messages that it repeats, which stand before it and stay. */
  readonly ofSeq: number
  /** Whole turns in it, 1 or more. */
  readonly turns: number
}

/**
 * How sure it is that history was stored twice, since equal messages can all be real. `possible`: single turns stand twice
 * in a row, as when somebody says the same again and is answered the same. `likely`: two turns or more, in the same order.
 * `sure`: three or more, or the same happened again and again.
 */
export type RepeatCertainty = 'sure' | 'likely' | 'possible'

export interface RepeatFindings {
  /** Ascending, none within another. Without them the thread is what it was before history was stored again. */
  readonly repeats: readonly RepeatedStretch[]
  /** Null without repeats. */
  readonly certainty: RepeatCertainty | null
}

/** Places that are looked at where a message stands very often. */
const MOST_PLACES = 1_000

/**
 * Finds history that an agent has handed over again and that was stored again: after what is kept, or after what is stored,
 * the end of it comes once more, at least one whole turn, message by message. By position, never by set: what comes again
 * elsewhere is left alone. Linear in ordinary threads; where one message stands thousands of times, only the next 1,000
 * places are looked at.
 *
 * `messages`: all of a thread, in seq order.
 */
export function findRepeats(messages: readonly RepeatMessage[]): RepeatFindings {
  const keys = numbersOf(messages)
  const stored = new Stretches(keys)
  const kept = new Stretches([])
  const keptPlaces: number[] = []
  const places = placesOf(keys)
  const firstPlace = new Map<number, number>()
  const repeats: RepeatedStretch[] = []
  for (let at = 0; at < keys.length; ) {
    const key = keys[at] ?? 0
    const isKnown = (firstPlace.get(key) ?? at) < at
    const length = isKnown ? repeatAt({ at, keys, stored, kept, places }) : 0
    const turns = length > 0 ? wholeTurns(messages.slice(at, at + length)) : 0
    if (turns > 0) {
      const ofPlace = kept.endsWith(stored, at, length) ? keptPlaces[keptPlaces.length - length] : at - length
      // A turn that is still open goes on behind its repeat: it stays there, with its calls, and goes where it stood first.
      const open = openTail(messages, at, length)
      keptPlaces.splice(keptPlaces.length - open, open)
      for (let step = length - open; step < length; step += 1) keptPlaces.push(at + step)
      const [from, to, of] = [messages[at - open], messages[at + length - open - 1], messages[ofPlace ?? 0]]
      if (from && to && of) repeats.push({ from: from.seq, to: to.seq, ofSeq: of.seq, turns })
      at += length
      continue
    }
    if (!firstPlace.has(key)) firstPlace.set(key, at)
    kept.push(key)
    keptPlaces.push(at)
    at += 1
  }
  return { repeats, certainty: certaintyOf(repeats) }
}

interface LookAt {
  at: number
  keys: readonly number[]
  stored: Stretches
  kept: Stretches
  places: ReadonlyMap<number, readonly number[]>
}

/** How many messages from here on repeat the end of what is kept, or of what is stored before; 0 when none do. */
function repeatAt({ at, keys, stored, kept, places }: LookAt): number {
  const last = keys[at - 1]
  // A repeat ends as what stands before it does.
  const ends = last === undefined ? [] : (places.get(last) ?? [])
  const from = firstFrom(ends, at)
  for (let index = Math.min(ends.length, from + MOST_PLACES) - 1; index >= from; index -= 1) {
    const length = (ends[index] ?? at) - at + 1
    if (kept.endsWith(stored, at, length) || stored.isTwice(at, length)) return length
  }
  return 0
}

/** Index of the first number that is at least `least`, in an ascending list. */
function firstFrom(list: readonly number[], least: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** T1: turns that end in the stretch and begin in it: behind the end of another one, or with what the user says. */
function wholeTurns(stretch: readonly RepeatMessage[]): number {
  let turns = 0
  let isBegun = false
  for (const message of stretch) {
    if (message.role === 'user') isBegun = true
    if (!endsTurnOf(message)) continue
    if (isBegun) turns += 1
    isBegun = false
  }
  return turns
}

/** How many messages of the stretch stand behind the last turn that ends in it. */
function openTail(messages: readonly RepeatMessage[], at: number, length: number): number {
  let open = 0
  for (let place = at + length - 1; place >= at; place -= 1) {
    const message = messages[place]
    if (!message || endsTurnOf(message)) break
    open += 1
  }
  return open
}

function certaintyOf(repeats: readonly RepeatedStretch[]): RepeatCertainty | null {
  if (repeats.length === 0) return null
  const most = repeats.reduce((turns, repeat) => Math.max(turns, repeat.turns), 0)
  const long = repeats.filter(({ turns }) => turns >= 2).length
  if (most >= 3 || long >= 2) return 'sure'
  return long === 1 ? 'likely' : 'possible'
}

function numbersOf(messages: readonly RepeatMessage[]): number[] {
  const numbers = new Map<string, number>()
  return messages.map(({ hash }) => {
    const known = numbers.get(hash)
    if (known !== undefined) return known
    numbers.set(hash, numbers.size + 1)
    return numbers.size
  })
}

/** Where each key stands, ascending. */
function placesOf(keys: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const [place, key] of keys.entries()) {
    const list = places.get(key)
    if (list) list.push(place)
    else places.set(key, [place])
  }
  return places
}

/** A list of keys whose stretches are compared at once, by sums that are checked key by key where they agree. */
class Stretches {
  private readonly keys: number[] = []
  private readonly sums: number[] = [0]
  private readonly powers: number[] = [1]

  constructor(keys: readonly number[]) {
    for (const key of keys) this.push(key)
  }

  push(key: number): void {
    const { keys, sums, powers } = this
    sums.push((Math.imul(sums[keys.length] ?? 0, FACTOR) + Math.imul(key, SPREAD)) | 0)
    powers.push(Math.imul(powers[keys.length] ?? 1, FACTOR))
    keys.push(key)
  }

  /** Whether the list ends with this stretch of another one. */
  endsWith(other: Stretches, at: number, length: number): boolean {
    const from = this.keys.length - length
    return from >= 0 && this.isEqual(from, { other, at, length })
  }

  /** Whether this stretch follows directly on one that is equal. */
  isTwice(at: number, length: number): boolean {
    return at >= length && this.isEqual(at - length, { other: this, at, length })
  }

  private isEqual(from: number, { other, at, length }: { other: Stretches; at: number; length: number }): boolean {
    if (at + length > other.keys.length || this.sumOf(from, length) !== other.sumOf(at, length)) return false
    for (let step = 0; step < length; step += 1) {
      if (this.keys[from + step] !== other.keys[at + step]) return false
    }
    return true
  }

  private sumOf(from: number, length: number): number {
    const { sums, powers } = this
    return ((sums[from + length] ?? 0) - Math.imul(sums[from] ?? 0, powers[length] ?? 1)) | 0
  }
}

/** Odd, so that no step of the sums loses anything. */
const FACTOR = 0x01_00_01_93
const SPREAD = 0x9e_37_79_b1 | 0
