import { foldText, foldWithPlaces } from '@/memory/fold-text'
import { searchableText } from '@/memory/searchable-text'
import type { FeedRow } from './arrange-messages'

/** Marks in one message; a letter typed into a long thread must not make more work than can be seen. */
const MOST_MARKS = 400

/** What was typed as what each message must hold: folded, apart at spaces. */
export function foundPieces(typed: string): string[] {
  return foldText(typed).split(/\s+/u).filter(Boolean)
}

/** Whether a text holds all pieces, as the server's search compares it. */
export function holdsPieces(text: string, pieces: readonly string[]): boolean {
  const folded = foldText(text)
  return pieces.length > 0 && pieces.every((piece) => folded.includes(piece))
}

/** Whether a message, or a result that stands under its calls, holds all pieces: only then is it marked. */
export function isFoundRow(row: FeedRow | undefined, pieces: readonly string[]): boolean {
  if (row?.kind !== 'message') return false
  const views = [row.view, ...row.calls.flatMap(({ result }) => result ?? [])]
  return views.some(({ message }) => holdsPieces(searchableText(message), pieces))
}

/** Where the pieces stand in a text, as UTF-16 places [start, end), in order; at most 400. */
export function foundPlaces(text: string, pieces: readonly string[]): [number, number][] {
  const folded = foldText(text)
  if (!pieces.some((piece) => folded.includes(piece))) return []
  const isSame = folded.length === text.length && folded === text.toLowerCase()
  const whole = isSame ? { text: folded, starts: null, ends: null } : foldWithPlaces(text)
  const places: [number, number][] = []
  for (const piece of pieces) {
    for (let at = whole.text.indexOf(piece); at >= 0; at = whole.text.indexOf(piece, at + piece.length)) {
      if (places.length === MOST_MARKS) break
      const end = at + piece.length
      places.push([whole.starts ? (whole.starts[at] ?? 0) : at, whole.ends ? (whole.ends[end - 1] ?? 0) : end])
    }
  }
  return places.sort((left, right) => left[0] - right[0])
}
