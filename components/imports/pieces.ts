import { isJsonObject } from '@/memory/canonical-json'

/** Characters of one call: as bytes and within JSON it stays under the API's 32 MiB. */
export const PIECE_CHARACTERS = 8_000_000

export interface Piece {
  readonly text: string
  /** The number in the file of each of its lines, from 1. */
  readonly lines: readonly number[]
  /** Lines that hold something. */
  readonly count: number
}

interface Group {
  readonly numbers: number[]
  size: number
}

/**
 * Lines in pieces of a size that one call takes; a line is never cut. Lines of one id stand in one piece, as far as it
 * holds them: a dry run knows only what its own piece would have stored.
 */
export function cutPieces(lines: readonly string[], most = PIECE_CHARACTERS): Piece[] {
  const pieceOf = (numbers: readonly number[]): Piece => {
    const part = numbers.map((number) => lines[number - 1] ?? '')
    return { text: part.join('\n'), lines: numbers, count: part.filter((line) => line.trim() !== '').length }
  }
  const all = lines.map((_, place) => place + 1)
  const size = lines.reduce((sum, line) => sum + line.length + 1, 0)
  const parts = size <= most ? [all] : fill(groupsOf(lines), lines, most)
  return parts.map(pieceOf).filter(({ count }) => count > 0)
}

/** The lines of each id, in the order in which the ids come first. */
function groupsOf(lines: readonly string[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [place, line] of lines.entries()) {
    if (line.trim() === '') continue
    const id = idOf(line)
    const group = groups.get(id) ?? { numbers: [], size: 0 }
    group.numbers.push(place + 1)
    group.size += line.length + 1
    groups.set(id, group)
  }
  return [...groups.values()]
}

function fill(groups: readonly Group[], lines: readonly string[], most: number): number[][] {
  const parts: number[][] = []
  let part: number[] = []
  let size = 0
  const cut = () => {
    if (part.length > 0) parts.push(part.toSorted((a, b) => a - b))
    part = []
    size = 0
  }
  for (const group of groups) {
    if (size + group.size > most) cut()
    for (const number of group.numbers) {
      const length = (lines[number - 1]?.length ?? 0) + 1
      if (size + length > most) cut()
      part.push(number)
      size += length
    }
  }
  cut()
  return parts
}

/** What the import names a line's thread by; a line without an id is named by all that it holds. */
function idOf(line: string): string {
  try {
    const parsed: unknown = JSON.parse(line)
    const id = isJsonObject(parsed) ? (parsed.threadId ?? parsed.id) : undefined
    if (typeof id === 'string' || typeof id === 'number') return `id ${id}`
  } catch {
    // It is refused later, by its number.
  }
  return line.trim()
}
