import type { QueryTerm, SoughtTerm } from './recall-query'
import type { Queryable } from './window-rows'

/** Messages that are taken for each term, and those that are looked at more closely. */
const EACH = 1_000
const CANDIDATES = 300

/** Where recall looks: one scope, or one of its threads. */
export interface RecallReach {
  readonly tenant: string
  readonly scopeId: string
  /** Null: every thread of the scope. */
  readonly threadUid: string | null
}

export interface RecalledRow {
  threadUid: string
  seq: number
  createdAt: Date
  /** Different words and parts in it. */
  size: number
  /** Places of the terms, and of the parts over all terms, that it holds; from 1. */
  whole: number[]
  parts: number[]
  /** Messages within the reach, and how many of them each term that was looked for was found in (1,000 at most). */
  total: number
  counts: number[]
}

/** The share of all messages that hold each of the commonest of these words; the others are not in it. */
export async function commonWords(client: Queryable, words: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ word: string; share: number }>({
    name: 'common-words',
    text: 'SELECT word, share FROM loci_common_words($1)',
    values: [words],
  })
  return new Map(rows.map(({ word, share }) => [word, share]))
}

/** Messages of living threads within the reach that hold any of the terms, whole or in part; redacted ones never. */
export async function recallRows(
  client: Queryable,
  params: {
    reach: RecallReach
    terms: readonly QueryTerm[]
    sought: readonly SoughtTerm[]
    roles: readonly string[] | null
  },
): Promise<RecalledRow[]> {
  const { reach, terms, sought, roles } = params
  const { rows } = await client.query<RecalledRow>({
    name: 'recall-messages',
    text: `SELECT thread_uid AS "threadUid", seq, created_at AS "createdAt", size, whole, parts, counts, total
      FROM loci_recall($1, $2, $3, $4::tsquery[], $5, $6::tsquery[], $7::tsquery[], $8, $9, $10)`,
    values: [
      reach.tenant,
      reach.scopeId,
      reach.threadUid,
      sought.map(({ query }) => query),
      sought.map(({ weight }) => weight),
      terms.map(({ whole }) => whole),
      terms.flatMap(({ parts }) => parts),
      roles,
      EACH,
      CANDIDATES,
    ],
  })
  return rows
}
