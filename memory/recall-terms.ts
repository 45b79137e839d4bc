import { foldText } from './fold-text'
import { isIdeograph, isWord, PART_LENGTH, someParts, tokensOf } from './search-tokens'

/** Different terms of one query; those of some 60 words of ordinary text. */
const TERMS_LIMIT = 48

/** One word of a query, or two ideographs in a row. */
export interface QueryWords {
  /** The word itself; empty for ideographs. */
  readonly word: string
  /** What stands side by side where the term is found as a whole: the word, or one or two ideographs. */
  readonly tokens: readonly string[]
  /** Parts by which other forms of the word are found; none of a short one. */
  readonly parts: readonly string[]
}

/** What a text is recalled by: its different words, signs left out. */
export function queryWords(text: string): QueryWords[] {
  const tokens = tokensOf(foldText(text))
  const terms = new Map<string, QueryWords>()
  for (const [index, token] of tokens.entries()) {
    if (isIdeograph(token)) {
      const next = tokens[index + 1]
      const isAlone = !isIdeograph(next ?? '') && !isIdeograph(tokens[index - 1] ?? '')
      if (next !== undefined && isIdeograph(next)) add([token, next])
      else if (isAlone) add([token])
    } else if (isWord(token)) {
      add([token], token)
    }
  }
  return [...terms.values()].slice(0, TERMS_LIMIT)

  function add(found: readonly string[], word = ''): void {
    terms.set(found.join(' '), { word, tokens: found, parts: word.length > PART_LENGTH ? someParts(word) : [] })
  }
}
