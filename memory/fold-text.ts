/** UTF-16 units of one text that can be searched; what stands behind them is not found. */
const TEXT_LIMIT = 64_000

const PLAIN = /^[\t\n\r\x20-\x7e]*$/
/** Controls, and halves of characters: nothing that anybody types or that a database takes. */
const UNFIT = /[\p{Cc}\p{Surrogate}]/gu
/** Joiners, soft hyphens, marks of direction, variation selectors: nothing that anybody sees. */
const INVISIBLE = /\p{Cf}|[\ufe00-\ufe0f]/gu
/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts carry meaning and stay. */
const ACCENTS = /[\u0300-\u036f]/g

/**
 * A text as search compares it: without case, accents and widths (`Ａ`, `é`, `ß` and `ﬁ` are `a`, `e`, `ss` and `fi`), its first
 * 64,000 characters. What is typed and what is looked through are folded alike. Never throws, whatever it holds.
 */
export function foldText(text: string): string {
  const start = text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT) : text
  if (PLAIN.test(start)) return start.toLowerCase()
  const folded = start
    .replace(UNFIT, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    // By way of upper case, which takes the German sharp s apart.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(ACCENTS, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
  return folded.length > TEXT_LIMIT ? folded.slice(0, TEXT_LIMIT).replace(/\p{Surrogate}$/u, '') : folded
}

/** A folded text, and for each of its UTF-16 units the piece of the original that it came from: [start, end). */
export interface FoldedText {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Folds a short text piece by piece (a character with its marks), so that a place in it leads back to the original. */
export function foldWithPlaces(original: string): FoldedText {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: piece, index } of original.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const folded = foldText(piece)
    text += folded
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(index)
      ends.push(index + piece.length)
    }
  }
  return { text, starts, ends }
}
