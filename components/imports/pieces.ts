/** Characters of one call: as bytes and within JSON it stays under the API's 32 MiB. */
export const PIECE_CHARACTERS = 8_000_000

export interface Piece {
  readonly text: string
  /** How many lines stand before it. */
  readonly before: number
  /** Lines that hold something. */
  readonly count: number
}

/** Lines in pieces of a size that one call takes; a line is never cut. */
export function cutPieces(lines: readonly string[], most = PIECE_CHARACTERS): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  let size = 0
  const cut = (end: number) => {
    const part = lines.slice(start, end)
    const count = part.filter((line) => line.trim() !== '').length
    if (count > 0) pieces.push({ text: part.join('\n'), before: start, count })
    start = end
    size = 0
  }
  for (const [place, line] of lines.entries()) {
    if (size > 0 && size + line.length + 1 > most) cut(place)
    size += line.length + 1
  }
  cut(lines.length)
  return pieces
}
