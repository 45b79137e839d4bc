/** Scripts that are written without spaces between words: each character, with its marks, is a word. */
const IDEOGRAPHS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const TOKEN = new RegExp(`[${IDEOGRAPHS}]\\p{M}*|(?:(?![${IDEOGRAPHS}])[\\p{L}\\p{N}\\p{M}_])+|\\S`, 'gu')
const PLAIN_TOKEN = /[a-z0-9_]+|\S/g
const PLAIN = /^[\x20-\x7e\s]*$/

/** What `searchTokens` calls: the token, and whether it follows the one before it without a space. */
export type TokenVisitor = (token: string, isJoined: boolean) => void

/** The words of a folded text, in order: words of letters and digits, single ideographs, single signs. */
export function searchTokens(folded: string, visit: TokenVisitor): void {
  const pattern = PLAIN.test(folded) ? PLAIN_TOKEN : TOKEN
  pattern.lastIndex = 0
  let end = -1
  for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
    visit(match[0], match.index === end)
    end = match.index + match[0].length
  }
}

const WORD = new RegExp(`^(?:(?![${IDEOGRAPHS}])[\\p{L}\\p{N}\\p{M}_])+$`, 'u')
const IDEOGRAPH = new RegExp(`^[${IDEOGRAPHS}]`, 'u')

/** Whether a token is a word of letters and digits, so that a part of it can be looked for. */
export function isWord(token: string): boolean {
  return WORD.test(token)
}

/** Whether a token is one character of a script without spaces. */
export function isIdeograph(token: string): boolean {
  return IDEOGRAPH.test(token)
}

/** A part of a word has this many characters at least. */
export const PART_LENGTH = 3

/** All parts of three characters of a word, in order; none of a shorter one. */
export function wordParts(word: string): string[] {
  const parts: string[] = []
  if (/[\ud800-\udfff]/.test(word)) {
    const characters = [...word]
    for (let index = 0; index + PART_LENGTH <= characters.length; index += 1) {
      parts.push(characters.slice(index, index + PART_LENGTH).join(''))
    }
    return parts
  }
  for (let index = 0; index + PART_LENGTH <= word.length; index += 1) parts.push(word.slice(index, index + PART_LENGTH))
  return parts
}

/** At most ten parts, spread over the word: more of them exclude next to nothing, and each costs a look. */
export function someParts(word: string): string[] {
  const all = wordParts(word)
  const most = 10
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index) => all[Math.round((index * (all.length - 1)) / (most - 1))] ?? '')
}

/** UTF-16 units of one word; longer ones are found by their beginning. */
const WORD_LIMIT = 128

/** The word as an index holds it. */
export function cutWord(token: string): string {
  return token.length > WORD_LIMIT ? token.slice(0, WORD_LIMIT).replace(/\p{Surrogate}$/u, '') : token
}

/** The words of a text that is looked for, each at most as long as the index holds it. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = []
  searchTokens(text, (token) => tokens.push(cutWord(token)))
  return tokens
}
