import { foldWithPlaces } from '../../../memory/fold-text'

/** UTF-16 units before the first match, and of the whole snippet. */
const BEFORE = 60
const LENGTH = 200

export interface Snippet {
  readonly text: string
  /** [start, end) in `text`. */
  readonly marks: [number, number][]
}

/**
 * One line of a text around the first place where one of the folded pieces stands, with all places of all pieces in it.
 * Where none is found (a match across folded characters), the beginning without marks.
 */
export function snippetOf(original: string, pieces: readonly string[]): Snippet {
  const line = original.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const whole = foldWithPlaces(line)
  const firsts = pieces.map((piece) => whole.text.indexOf(piece)).filter((place) => place >= 0)
  const first = firsts.length > 0 ? (whole.starts[Math.min(...firsts)] ?? 0) : 0
  const from = wholeCharacter(line, first <= BEFORE ? 0 : first - BEFORE)
  const to = wholeCharacter(line, Math.min(line.length, from + LENGTH))
  const before = from > 0 ? '…' : ''
  const text = `${before}${line.slice(from, to)}${to < line.length ? '…' : ''}`
  const marks = placesOf(whole.text, pieces)
    .map(([start, end]): [number, number] => [whole.starts[start] ?? 0, whole.ends[end - 1] ?? 0])
    .filter(([start, end]) => start >= from && end <= to)
    .map(([start, end]): [number, number] => [start - from + before.length, end - from + before.length])
  return { text, marks: joined(marks) }
}

function placesOf(text: string, pieces: readonly string[]): [number, number][] {
  const places: [number, number][] = []
  for (const piece of pieces) {
    for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) {
      places.push([at, at + piece.length])
    }
  }
  return places
}

/** In order, overlapping and touching ones as one. */
function joined(marks: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [start, end] of marks.sort((left, right) => left[0] - right[0])) {
    const last = all.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

/** Not between the halves of a character. */
function wholeCharacter(text: string, index: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(index)) && /[\ud800-\udbff]/.test(text.charAt(index - 1))
    ? index - 1
    : index
}
