import { foldText } from '../../memory/fold-text'
import { type ModelMessage, messageText } from '../../memory/message'
import { isWord, PART_LENGTH, searchTokens, wordParts } from '../../memory/search-tokens'

// Words stand in the index as they are, with their places. Beside them stand, behind a '~', the parts of longer words (three
// characters each), and '~~' where a message has more words than places can be told apart. A '~' of the text is a word of
// one character, so the two never meet.

/** UTF-16 units of one word; longer ones are found by their beginning. */
const WORD_LIMIT = 128
/** Different parts of words in one message: those of some 6,000 characters of ordinary text. Words have no such limit. */
const PARTS_LIMIT = 2_500
/** PostgreSQL tells so many places apart, and keeps so many for one word. */
const LAST_PLACE = 16_382
const PLACES_OF_WORD = 255
const CROWDED = '~~'

/** What a message can be found by: its text, the names of its tools and their arguments. */
export function searchableText(message: ModelMessage): string {
  const pieces = [messageText(message)]
  for (const call of message.toolCalls ?? []) {
    pieces.push(call.name, typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments))
  }
  return pieces.join(' ')
}

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

/** The words of a text that is looked for, each at most as long as the index holds it. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = []
  searchTokens(text, (token) => tokens.push(cutWord(token)))
  return tokens
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

/** At most ten parts, spread over the word: more of them exclude next to nothing, and each costs a look. */
export function someParts(word: string): string[] {
  const all = wordParts(word)
  const most = 10
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index) => all[Math.round((index * (all.length - 1)) / (most - 1))] ?? '')
}

/** A term that one word of an index answers to. */
export function quoted(token: string): string {
  // A sign is a token of its own, so no longer one holds any of the two that a literal doubles.
  if (token === "'" || token === '\\') return `'${token}${token}'`
  return `'${token}'`
}

function cutWord(token: string): string {
  return token.length > WORD_LIMIT ? token.slice(0, WORD_LIMIT).replace(/\p{Surrogate}$/u, '') : token
}
