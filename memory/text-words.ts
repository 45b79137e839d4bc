import { foldText } from './fold-text'
import type { ModelMessage } from './message'
import { type RecallCandidate, rankRecall } from './recall-rank'
import { type QueryWords, queryWords } from './recall-terms'
import { reciprocalRanks } from './reciprocal-rank'
import { cutWord, isIdeograph, PART_LENGTH, searchTokens, wordParts } from './search-tokens'
import { searchableText } from './searchable-text'

/** What a message holds of the words that it can be found by. */
export interface MessageWords {
  readonly words: ReadonlySet<string>
  /** Ideographs that stand side by side. */
  readonly pairs: ReadonlySet<string>
  readonly parts: ReadonlySet<string>
}

/** A message's words, by the rules of search: folded, ideographs one by one, longer words in parts too. */
export function messageWords(message: ModelMessage): MessageWords {
  const words = new Set<string>()
  const pairs = new Set<string>()
  const parts = new Set<string>()
  let previous = ''
  searchTokens(foldText(searchableText(message)), (token, isJoined) => {
    const word = cutWord(token)
    if (isJoined && isIdeograph(word) && isIdeograph(previous)) pairs.add(`${previous} ${word}`)
    previous = word
    if (words.has(word)) return
    words.add(word)
    if (word.length > PART_LENGTH) for (const part of wordParts(word)) parts.add(part)
  })
  return { words, pairs, parts }
}

/** A message that can be found. */
export interface SearchedMessage {
  readonly key: string
  readonly words: MessageWords
}

/** What a query finds among messages, in a process as the server does among a thread's. */
export interface FoundByWords {
  /** Fused order of whole words and parts of words: greater is better. */
  readonly order: ReadonlyMap<string, number>
  /** The share of the query that each one holds, 0 to 1. */
  readonly shares: ReadonlyMap<string, number>
}

/** The messages that share enough with a query, ranked. */
export function findByWords(query: string, messages: readonly SearchedMessage[]): FoundByWords {
  const terms = queryWords(query)
  const candidates = messages.flatMap(({ key, words }) => candidateOf(key, words, terms))
  let place = 0
  const weighed = terms.map((term, index) => {
    const holders = candidates.filter(({ whole }) => whole.includes(index)).length
    return { parts: term.parts.map(() => place++), share: holders / Math.max(1, messages.length) }
  })
  const rankings = rankRecall({ terms: weighed, candidates, total: messages.length })
  return { order: reciprocalRanks([rankings.words, rankings.parts]), shares: rankings.shares }
}

/** Keys of the messages that hold any of the query's words, whole or (of longer ones) two neighbouring parts of it. */
export function keysWithWords(query: string, messages: readonly SearchedMessage[]): string[] {
  const terms = queryWords(query)
  return messages.filter(({ words }) => holdsAny(words, terms)).map(({ key }) => key)
}

/** Does a query hold any word at all? */
export function hasWords(query: string): boolean {
  return queryWords(query).length > 0
}

function candidateOf(key: string, held: MessageWords, terms: readonly QueryWords[]): RecallCandidate[] {
  if (!holdsAny(held, terms)) return []
  const whole = terms.flatMap((term, index) => (holdsWhole(held, term) ? [index] : []))
  const parts = terms.flatMap((term) => term.parts).flatMap((part, index) => (held.parts.has(part) ? [index] : []))
  return [{ key, whole, parts, size: held.words.size + held.parts.size }]
}

function holdsAny(held: MessageWords, terms: readonly QueryWords[]): boolean {
  return terms.some((term) => holdsWhole(held, term) || holdsNeighbours(held, term))
}

function holdsWhole(held: MessageWords, { tokens }: QueryWords): boolean {
  const [first = '', second] = tokens
  return second === undefined ? held.words.has(first) : held.pairs.has(`${first} ${second}`)
}

function holdsNeighbours(held: MessageWords, { word }: QueryWords): boolean {
  if (word.length <= PART_LENGTH) return false
  const parts = wordParts(word).slice(0, 12)
  return parts.some((part, index) => index > 0 && held.parts.has(part) && held.parts.has(parts[index - 1] ?? ''))
}
