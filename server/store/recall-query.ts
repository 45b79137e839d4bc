import { queryWords } from '../../memory/recall-terms'
import { PART_LENGTH, wordParts } from '../../memory/search-tokens'
import { inARow, quoted } from './search-text'

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
  return queryWords(text).map(({ word, tokens, parts }) => ({
    word,
    whole: inARow(tokens.map(quoted)),
    parts: parts.map((part) => `'~${part}'`),
  }))
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
