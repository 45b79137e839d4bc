import { type RecallTerm, rankRecall } from '../../../memory/recall-rank'
import { type Ranking, reciprocalRanks } from '../../../memory/reciprocal-rank'
import { commonWords, type RecallReach, recallRows } from '../../store/recall'
import { type QueryTerm, queryTerms, soughtTerms } from '../../store/recall-query'
import type { ServiceContext } from '../context'
import { nearestMessages } from './vector-ranking'

export interface RecallParams {
  /** `subject`: every living thread of the scope; `thread`: `threadUid` alone. Never another scope. */
  readonly reach: 'thread' | 'subject'
  readonly tenant: string
  readonly scopeId: string
  readonly threadUid: string
  /** Plain text of any length; its first 48 different words count. */
  readonly query: string
  /** Messages at most. */
  readonly topK: number
  /** Least score, 0 to 1; 0 unless given. */
  readonly threshold?: number | undefined
  /** Messages of these roles only; of all roles unless given. */
  readonly roles?: readonly ('user' | 'assistant' | 'tool')[] | undefined
}

export interface Recalled {
  readonly threadUid: string
  readonly seq: number
  /** 0 to 1, what `threshold` is compared with. The order is not by it alone. */
  readonly score: number
}

/**
 * The messages that have to do with a query, best first, at most `topK`. Any of its words is enough; rare ones weigh more.
 * Deleted threads, redacted messages and other scopes are never looked at. A blank query recalls nothing.
 *
 * Without an embedder the order is by whole words and by parts of words, fused by reciprocal rank; among equals the greater
 * score, then the newest. The score is the share of the query that a message holds: 1 when all its words are there, each word
 * weighed by how rare it is in the reach, a word that is there in part (another form of it) at most 0.7 of a whole one.
 *
 * With one, that order and the one by cosine are fused by reciprocal rank once more, and the score is the cosine or the
 * share, whichever is greater: a message qualifies by its meaning or by its words. Of more than 20,000 vectors the newest are
 * compared. Where the endpoint does not answer within 3 s it goes by words alone.
 */
export async function recallMessages(ctx: ServiceContext, params: RecallParams): Promise<Recalled[]> {
  const { query, topK, threshold = 0, roles = null } = params
  if (topK < 1) return []
  const reach: RecallReach = {
    tenant: params.tenant,
    scopeId: params.scopeId,
    threadUid: params.reach === 'thread' ? params.threadUid : null,
  }
  const [byWords, near] = await Promise.all([
    recallByWords(ctx, { reach, query, roles }),
    nearestMessages(ctx, { reach, query, roles }),
  ])
  const found = new Map<string, FoundPlace>()
  for (const { threadUid, seq, at, cosine } of near ?? []) {
    found.set(keyOf(threadUid, seq), { threadUid, seq, at, score: cosine })
  }
  for (const [key, place] of byWords.places) {
    found.set(key, { ...place, score: Math.max(place.score, found.get(key)?.score ?? 0) })
  }
  const byVector = new Map(near?.map(({ threadUid, seq, cosine }) => [keyOf(threadUid, seq), cosine]))
  const fused = near === null ? byWords.order : reciprocalRanks([byWords.order, byVector])
  return [...fused]
    .flatMap(([key, value]) => {
      const place = found.get(key)
      return place && place.score >= threshold ? [{ ...place, value }] : []
    })
    .sort(
      (left, right) =>
        right.value - left.value ||
        right.score - left.score ||
        right.at.getTime() - left.at.getTime() ||
        right.seq - left.seq,
    )
    .slice(0, topK)
    .map(({ threadUid, seq, score }) => ({ threadUid, seq, score }))
}

interface FoundPlace extends Recalled {
  readonly at: Date
}

function keyOf(threadUid: string, seq: number): string {
  return `${threadUid} ${seq}`
}

/** What shares words with the query: the fused order, and for each message its score. */
async function recallByWords(
  ctx: ServiceContext,
  { reach, query, roles }: { reach: RecallReach; query: string; roles: readonly string[] | null },
): Promise<{ order: Ranking; places: Map<string, FoundPlace> }> {
  const terms = queryTerms(query)
  const places = new Map<string, FoundPlace>()
  if (terms.length === 0) return { order: new Map(), places }
  const pool = ctx.database.pools.application
  const shares = await commonWords(
    pool,
    terms.map(({ word }) => word),
  )
  const sought = soughtTerms(terms, shares)
  const rows = await recallRows(pool, { reach, terms, sought, roles })
  const total = rows[0]?.total ?? 0
  const counts = new Map(sought.map(({ term }, index) => [term, rows[0]?.counts[index] ?? 0]))
  const rankings = rankRecall({
    terms: weighed(terms, (term) => Math.max(shares.get(term.word) ?? 0, (counts.get(term) ?? 0) / Math.max(1, total))),
    candidates: rows.map((row) => ({
      key: keyOf(row.threadUid, row.seq),
      whole: row.whole.map((place) => place - 1),
      parts: row.parts.map((place) => place - 1),
      size: row.size,
    })),
    total,
  })
  for (const { threadUid, seq, createdAt } of rows) {
    const key = keyOf(threadUid, seq)
    places.set(key, { threadUid, seq, at: createdAt, score: rankings.shares.get(key) ?? 0 })
  }
  return { order: reciprocalRanks([rankings.words, rankings.parts]), places }
}

/** The terms with the places of their parts among all parts that are asked for. */
function weighed(terms: readonly QueryTerm[], shareOf: (term: QueryTerm) => number): RecallTerm[] {
  let place = 0
  return terms.map((term) => ({ parts: term.parts.map(() => place++), share: shareOf(term) }))
}
