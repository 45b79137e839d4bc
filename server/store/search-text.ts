import { type ModelMessage, messageText } from '../../memory/message'

/** UTF-16 units of one message's search text. */
const TEXT_LIMIT = 64_000

/** Scripts that are written without spaces between words: each character, with its marks, is a word. */
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu
/** What PostgreSQL's text cannot hold, and controls (our own words begin with U+0001). */
const UNFIT = /[\p{Cc}\p{Surrogate}]/gu

/** What a message can be found by: its text, the names of its tools and their arguments. */
export function searchText(message: ModelMessage): string {
  const pieces = [messageText(message)]
  for (const call of message.toolCalls ?? []) {
    pieces.push(call.name, typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments))
  }
  return searchWords(pieces.join(' '))
}

/** A text as PostgreSQL's 'simple' parser shall see it: ideographs set apart, lower case, nothing that it cannot hold. */
export function searchWords(text: string): string {
  const plain = text.slice(0, TEXT_LIMIT).replace(UNFIT, ' ').normalize('NFKC').toLowerCase()
  return plain.replace(IDEOGRAPH, ' $& ').trim().slice(0, TEXT_LIMIT)
}

/**
 * What a person typed, as text for `to_tsquery('simple', …)`: all words must be there, the last one may be a beginning,
 * ideographs stand in a row. No character of it is an operator. Null when there is nothing to search for.
 */
export function searchQuery(userText: string): string | null {
  const words = userText
    .replace(UNFIT, ' ')
    .split(/\s+/u)
    .map((word) => searchWords(word).split(/\s+/u).filter(hasContent))
    .filter((pieces) => pieces.length > 0)
  if (words.length === 0) return null
  return words
    .map((pieces, index) => {
      const terms = pieces.map(quoted)
      if (index === words.length - 1) terms.push(`${terms.pop() ?? ''}:*`)
      return terms.length > 1 ? `(${terms.join(' <-> ')})` : terms[0]
    })
    .join(' & ')
}

function hasContent(piece: string): boolean {
  return /[\p{L}\p{N}]/u.test(piece)
}

function quoted(piece: string): string {
  return `'${piece.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
