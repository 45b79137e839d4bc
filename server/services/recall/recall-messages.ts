import { type RecallTerm, rankRecall } from '../../../memory/recall-rank'
import { reciprocalRanks } from '../../../memory/reciprocal-rank'
import { commonWords, type RecallReach, recallRows } from '../../store/recall'
import { type QueryTerm, queryTerms } from '../../store/recall-query'
import type { ServiceContext } from '../context'

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
 * Order: by whole words and by parts of words, fused by reciprocal rank; among equals the greater score, then the newest.
 *
 * The score is the share of the query that a message holds: 1 when all its words are there, each word weighed by how rare it
 * is in the reach, a word that is there in part (another form of it) at most 0.7 of a whole one.
 *
 * Deleted threads, redacted messages and other scopes are never looked at. A blank query recalls nothing.
 */
export async function recallMessages(ctx: ServiceContext, params: RecallParams): Promise<Recalled[]> {
  const { topK, threshold = 0, roles = null } = params
  const terms = queryTerms(params.query)
  if (terms.length === 0 || topK < 1) return []
  const reach: RecallReach = {
    tenant: params.tenant,
    scopeId: params.scopeId,
    threadUid: params.reach === 'thread' ? params.threadUid : null,
  }
  const pool = ctx.database.pools.application
  const shares = await commonWords(
    pool,
    terms.map(({ word }) => word),
  )
  const rows = await recallRows(pool, { reach, terms, shares, roles })
  const places = new Map(rows.map((row) => [`${row.threadUid} ${row.seq}`, row]))
  const rankings = rankRecall({
    terms: weighed(terms, shares),
    candidates: [...places].map(([key, row]) => ({
      key,
      whole: row.whole.map((place) => place - 1),
      parts: row.parts.map((place) => place - 1),
      size: row.size,
    })),
    total: rows[0]?.total ?? 0,
  })
  const recalled = [...reciprocalRanks([rankings.words, rankings.parts])].flatMap(([key, fused]) => {
    const row = places.get(key)
    const score = rankings.shares.get(key) ?? 0
    return row && score >= threshold ? [{ ...row, fused, score }] : []
  })
  recalled.sort(
    (left, right) =>
      right.fused - left.fused ||
      right.score - left.score ||
      right.createdAt.getTime() - left.createdAt.getTime() ||
      right.seq - left.seq,
  )
  return recalled.slice(0, topK).map(({ threadUid, seq, score }) => ({ threadUid, seq, score }))
}

/** The terms with the places of their parts among all parts that are asked for. */
function weighed(terms: readonly QueryTerm[], shares: ReadonlyMap<string, number>): RecallTerm[] {
  let place = 0
  return terms.map(({ word, parts }) => ({
    parts: parts.map(() => place++),
    share: shares.get(word) ?? 0,
  }))
}
