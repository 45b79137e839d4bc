import { foldText } from '../../memory/fold-text'
import { isIdeograph, isWord, PART_LENGTH, wordParts } from '../../memory/search-tokens'
import { inARow, quoted, someParts, tokensOf } from './search-text'

/** Different terms of one query; those of some 60 words of ordinary text. */
const TERMS_LIMIT = 48
/** A word in this share of all messages tells nothing, as long as there are others. */
const TOO_COMMON = 0.1

/** One word of a query, or two ideographs in a row. */
export interface QueryTerm {
  /** The word itself; empty for ideographs. */
  readonly word: string
  /** Literal of a tsquery that finds it as a whole word. */
  readonly whole: string
  /** Literals of tsqueries that find its parts. */
  readonly parts: readonly string[]
}

/** What a text is recalled by: its different words, signs left out. */
export function queryTerms(text: string): QueryTerm[] {
  const tokens = tokensOf(foldText(text))
  const terms = new Map<string, QueryTerm>()
  for (const [index, token] of tokens.entries()) {
    if (isIdeograph(token)) {
      const next = tokens[index + 1]
      const isAlone = !isIdeograph(next ?? '') && !isIdeograph(tokens[index - 1] ?? '')
      if (next !== undefined && isIdeograph(next)) add(inARow([quoted(token), quoted(next)]))
      else if (isAlone) add(quoted(token))
    } else if (isWord(token)) {
      add(quoted(token), token)
    }
  }
  return [...terms.values()].slice(0, TERMS_LIMIT)

  function add(whole: string, word = ''): void {
    const parts = word.length > PART_LENGTH ? someParts(word).map((part) => `'~${part}'`) : []
    terms.set(whole, { word, whole, parts })
  }
}

/** A term as it is looked for: whole, or two neighbouring parts of it; and how much finding it tells. */
export interface SoughtTerm {
  readonly term: QueryTerm
  readonly query: string
  readonly weight: number
}

/** What is looked for: terms that stand nearly everywhere only when there are no others. */
export function soughtTerms(terms: readonly QueryTerm[], shares: ReadonlyMap<string, number>): SoughtTerm[] {
  const shareOf = ({ word }: QueryTerm) => shares.get(word) ?? 0
  const rare = terms.filter((term) => shareOf(term) < TOO_COMMON)
  return (rare.length > 0 ? rare : terms).map((term) => ({
    term,
    query: wholeOrParts(term),
    weight: -Math.log(Math.max(shareOf(term), 0.001)),
  }))
}

function wholeOrParts({ word, whole }: QueryTerm): string {
  if (word.length <= PART_LENGTH) return whole
  const parts = wordParts(word).slice(0, 12)
  const pairs = parts.slice(1).map((part, index) => `('~${parts[index]}' & '~${part}')`)
  return [whole, ...pairs].join(' | ')
}
