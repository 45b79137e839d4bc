import type { Ranking } from './reciprocal-rank'

/** A word (or two ideographs in a row) of what is recalled by. */
export interface RecallTerm {
  /** Places of its parts among all that were looked for; none for a short word. */
  readonly parts: readonly number[]
  /** Share of all messages that hold it, 0 where that is not known. */
  readonly share: number
}

/** A message that holds something of the query. */
export interface RecallCandidate {
  readonly key: string
  /** Places of the terms that it holds as whole words, and of the parts of words that it holds; from 0. */
  readonly whole: readonly number[]
  readonly parts: readonly number[]
  /** Different words and parts in it. */
  readonly size: number
}

export interface RecallRankings {
  /** By whole words, rare ones first; long messages count a little less. */
  readonly words: Ranking
  /** By parts of words: other forms of a word, words within words, slips of the keyboard. */
  readonly parts: Ranking
  /** The share of the query that a message holds, 0 to 1: each term weighs by how rare it is, one found in part counts less. */
  readonly shares: Ranking
}

/** Fewer of a word's parts than this are chance. */
const LEAST_PARTS = 0.5
/** A word that is there in part counts this much at most. */
const PART_WEIGHT = 0.7

/**
 * Ranks what was found for a query (any of its terms, not all: a question finds what shares its rare words).
 * @param total messages that were looked through
 */
export function rankRecall(options: {
  terms: readonly RecallTerm[]
  candidates: readonly RecallCandidate[]
  total: number
}): RecallRankings {
  const { terms, candidates, total } = options
  const strengths = candidates.map((candidate) => {
    const whole = new Set(candidate.whole)
    const held = new Set(candidate.parts)
    return terms.map((term, index) => (whole.has(index) ? 1 : PART_WEIGHT * partShare(term, held)))
  })
  const weights = terms.map((term, index) => {
    const holders = strengths.filter((strength) => (strength[index] ?? 0) > 0).length
    const among = Math.max(holders, term.share * total)
    return Math.log(1 + (Math.max(total, among) - among + 0.5) / (among + 0.5))
  })
  const all = sum(weights)
  const words = new Map<string, number>()
  const parts = new Map<string, number>()
  const shares = new Map<string, number>()
  for (const [row, { key, size }] of candidates.entries()) {
    const strength = strengths[row] ?? []
    const ofWords = sum(strength.map((value, index) => (value === 1 ? (weights[index] ?? 0) : 0)))
    const ofAll = sum(strength.map((value, index) => value * (weights[index] ?? 0)))
    if (ofAll === 0) continue
    if (ofWords > 0) words.set(key, ofWords / (1 + Math.log1p(size / 200)))
    parts.set(key, ofAll)
    shares.set(key, all > 0 ? Math.min(1, ofAll / all) : 0)
  }
  return { words, parts, shares }
}

function partShare({ parts }: RecallTerm, held: ReadonlySet<number>): number {
  if (parts.length === 0) return 0
  const share = parts.filter((part) => held.has(part)).length / parts.length
  return share >= LEAST_PARTS ? share : 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
