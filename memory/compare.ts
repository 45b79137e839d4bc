import { increasingRun } from './increasing-run'

/** A message of a thread as it is compared: no text. */
export interface ComparedMessage {
  readonly id: string
  /** M4: equal hashes mean equal messages. */
  readonly hash: string
}

/**
 * A run of messages alike in their fate. `left` and `right`: place of the first in its list, from 0, also where the run has
 * none there. `same` and `changed` have `count` on both sides, `dropped` on the left alone, `added` on the right alone.
 * `changed`: the same id with another content.
 */
export interface ComparedRun {
  readonly kind: 'same' | 'changed' | 'dropped' | 'added'
  readonly left: number
  readonly right: number
  readonly count: number
}

/**
 * Two threads side by side, aligned as a fork knows its messages: by id, which copies keep, and where there is no such id by
 * content, in order. Each message of both lists is in exactly one run, and the runs follow one another on both sides. Takes
 * n log n.
 */
export function compareMessages(left: readonly ComparedMessage[], right: readonly ComparedMessage[]): ComparedRun[] {
  const runs = new Runs()
  const stretch = { from: 0, to: left.length, other: 0, otherTo: right.length }
  for (const [place, other] of pairsOf(left, right, stretch)) {
    runs.leave(place, other)
    runs.pair(left[place]?.hash === right[other]?.hash ? 'same' : 'changed')
  }
  runs.leave(left.length, right.length)
  return runs.list
}

type Pair = readonly [left: number, right: number]

interface Stretch {
  from: number
  to: number
  other: number
  otherTo: number
}

/** Which messages of a stretch stand side by side, ascending on both sides: its ends, then ids, then contents between. */
function pairsOf(left: readonly ComparedMessage[], right: readonly ComparedMessage[], whole: Stretch): Pair[] {
  const [idsOfLeft, idsOfRight] = [new Set(left.map(({ id }) => id)), new Set(right.map(({ id }) => id))]
  const isSame = (place: number, other: number) => {
    const [one, two] = [left[place], right[other]]
    if (!one || !two || one.hash !== two.hash) return false
    // Equal messages in a row are told apart by their ids.
    return one.id === two.id || !(idsOfRight.has(one.id) || idsOfLeft.has(two.id))
  }
  const { head, middle, tail } = trimmed(whole, isSame)
  const byId = anchors(left, right, { stretch: middle, keyOf: ({ id }) => id })
  const pairs = [...head]
  for (const gap of gapsBetween(middle, byId)) {
    const ends = trimmed(gap.stretch, isSame)
    pairs.push(...ends.head)
    pairs.push(...anchors(left, right, { stretch: ends.middle, keyOf: ({ hash }) => hash }))
    pairs.push(...ends.tail)
    if (gap.end) pairs.push(gap.end)
  }
  return [...pairs, ...tail]
}

/** Takes off what is the same at both ends. */
function trimmed(stretch: Stretch, isSame: (place: number, other: number) => boolean) {
  const middle = { ...stretch }
  const head: Pair[] = []
  const tail: Pair[] = []
  while (middle.from < middle.to && middle.other < middle.otherTo && isSame(middle.from, middle.other)) {
    head.push([middle.from, middle.other])
    middle.from += 1
    middle.other += 1
  }
  while (middle.from < middle.to && middle.other < middle.otherTo && isSame(middle.to - 1, middle.otherTo - 1)) {
    middle.to -= 1
    middle.otherTo -= 1
    tail.push([middle.to, middle.otherTo])
  }
  return { head, middle, tail: tail.reverse() }
}

/** Messages whose key stands once in both stretches, as many of them as keep their order. */
function anchors(
  left: readonly ComparedMessage[],
  right: readonly ComparedMessage[],
  { stretch, keyOf }: { stretch: Stretch; keyOf: (message: ComparedMessage) => string },
): Pair[] {
  const places = onlyPlaces(left.slice(stretch.from, stretch.to).map(keyOf))
  const others = onlyPlaces(right.slice(stretch.other, stretch.otherTo).map(keyOf))
  const pairs: Pair[] = []
  for (const [key, place] of places) {
    const other = others.get(key)
    if (place !== null && other !== undefined && other !== null) {
      pairs.push([stretch.from + place, stretch.other + other])
    }
  }
  return increasingRun(pairs.map(([, other]) => other)).flatMap((index) => {
    const pair = pairs[index]
    return pair ? [pair] : []
  })
}

/** Where each key stands, in the order of the list; null for one that stands there more than once. */
function onlyPlaces(keys: readonly string[]): Map<string, number | null> {
  const places = new Map<string, number | null>()
  for (const [place, key] of keys.entries()) places.set(key, places.has(key) ? null : place)
  return places
}

/** What lies before each pair, and behind the last one. */
function gapsBetween(stretch: Stretch, pairs: readonly Pair[]): { stretch: Stretch; end: Pair | null }[] {
  let { from, other } = stretch
  const gaps = pairs.map((end) => {
    const gap = { stretch: { from, to: end[0], other, otherTo: end[1] }, end }
    from = end[0] + 1
    other = end[1] + 1
    return gap
  })
  return [...gaps, { stretch: { from, to: stretch.to, other, otherTo: stretch.otherTo }, end: null }]
}

/** Collects runs; messages that are skipped on one side become dropped or added ones. */
class Runs {
  readonly list: ComparedRun[] = []
  private left = 0
  private right = 0

  /** Up to these places nothing stands side by side. */
  leave(left: number, right: number): void {
    if (left > this.left) this.add('dropped', left - this.left)
    this.left = left
    if (right > this.right) this.add('added', right - this.right)
    this.right = right
  }

  pair(kind: 'same' | 'changed'): void {
    const last = this.list.at(-1)
    const goesOn = last?.kind === kind && last.left + last.count === this.left && last.right + last.count === this.right
    if (goesOn) this.list[this.list.length - 1] = { ...last, count: last.count + 1 }
    else this.add(kind, 1)
    this.left += 1
    this.right += 1
  }

  private add(kind: ComparedRun['kind'], count: number): void {
    this.list.push({ kind, left: this.left, right: this.right, count })
  }
}
