import { foldText } from '../../memory/fold-text'
import type { ModelMessage } from '../../memory/message'
import { cutWord, isWord, PART_LENGTH, searchTokens, someParts, tokensOf, wordParts } from '../../memory/search-tokens'
import { searchableText } from '../../memory/searchable-text'

// Words stand in the index as they are, with their places. Beside them stand, behind a '~', the parts of longer words (three
// characters each), and '~~' where a message has more words than places can be told apart. A '~' of the text is a word of
// one character, so the two never meet.

/** Different parts of words in one message: those of some 6,000 characters of ordinary text. Words have no such limit. */
const PARTS_LIMIT = 2_500
/** PostgreSQL tells so many places apart, and keeps so many for one word. */
const LAST_PLACE = 16_382
const PLACES_OF_WORD = 255
const CROWDED = '~~'

/** The literal of a tsvector for `loci_search_vector`; empty when the message holds nothing to search for. */
export function searchVector(message: ModelMessage): string {
  const places = new Map<string, { text: string; count: number }>()
  const parts = new Set<string>()
  let place = 0
  let isCrowded = false
  searchTokens(foldText(searchableText(message)), (token, isJoined) => {
    const word = cutWord(token)
    place += isJoined ? 1 : 2
    const known = places.get(word)
    if (place > LAST_PLACE || (known && known.count >= PLACES_OF_WORD)) {
      isCrowded = true
      if (!known) places.set(word, { text: '', count: 0 })
    } else if (known) {
      known.text += `,${place}`
      known.count += 1
    } else {
      places.set(word, { text: `:${place}`, count: 1 })
      if (word.length > PART_LENGTH && parts.size < PARTS_LIMIT) for (const part of wordParts(word)) parts.add(part)
    }
  })
  let literal = ''
  for (const [word, { text }] of places) literal += `${quoted(word)}${text} `
  for (const part of parts) literal += `'~${part}' `
  return isCrowded ? `${literal}'${CROWDED}'` : literal
}

/** What a person typed, made ready. All texts are literals of a tsquery: no character of what was typed is an operator. */
export interface SearchMatch {
  /** What stood between spaces, folded: a message is a hit when its folded text holds each of them. */
  readonly pieces: readonly string[]
  /** Finds every hit, and next to nothing else. */
  readonly match: string
  /** The whole words, all of them and any of them, for the rank. */
  readonly near: string
  readonly any: string
}

/**
 * Plain text as a search: everything in it must be there as it was typed. Words of three letters and more are found inside
 * of longer ones too, shorter ones as whole words; signs and ideographs anywhere. Null when there is nothing to search for.
 */
export function searchMatch(typed: string): SearchMatch | null {
  const pieces = foldText(typed).split(/\s+/u).filter(Boolean)
  if (pieces.length === 0) return null
  const words = new Set<string>()
  const conditions = pieces.map((piece) => {
    const tokens = tokensOf(piece)
    for (const token of tokens) words.add(quoted(token))
    return pieceCondition(tokens)
  })
  return { pieces, match: conditions.join(' & '), near: [...words].join(' & '), any: [...words].join(' | ') }
}

/** The tokens of one piece stand side by side; its first and its last word may be parts of longer ones. */
function pieceCondition(tokens: readonly string[]): string {
  const conditions: string[] = []
  let row: string[] = []
  const closeRow = () => {
    if (row.length > 0) conditions.push(inARow(row))
    row = []
  }
  for (const [index, token] of tokens.entries()) {
    const isOuter = index === 0 || index === tokens.length - 1
    if (isOuter && token.length >= PART_LENGTH && isWord(token)) {
      closeRow()
      conditions.push(partial(token))
    } else {
      row.push(quoted(token))
    }
  }
  closeRow()
  return conditions.join(' & ')
}

/** Where places cannot be told apart it is enough that all are there. */
export function inARow(terms: readonly string[]): string {
  if (terms.length === 1) return terms[0] ?? ''
  return `((${terms.join(' <-> ')}) | ('${CROWDED}' & ${terms.join(' & ')}))`
}

/** The word itself, or a longer one that holds all its parts. */
function partial(word: string): string {
  const parts = someParts(word).map((part) => `'~${part}'`)
  return parts.length === 0 ? quoted(word) : `(${quoted(word)} | (${parts.join(' & ')}))`
}

/** A term that one word of an index answers to. */
export function quoted(token: string): string {
  // A sign is a token of its own, so no longer one holds any of the two that a literal doubles.
  if (token === "'" || token === '\\') return `'${token}${token}'`
  return `'${token}'`
}
