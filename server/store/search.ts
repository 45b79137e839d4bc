import type { PoolClient } from 'pg'
import { type Reach, tenantOf } from '../auth/reach'
import type { SearchMatch } from './search-text'
import type { Queryable } from './window-rows'

/** Of what matches this many are looked at, and the newest of those are ranked; where more match, some are left out. */
const FOUND = 50_000
const RANKED = 2_000

export interface FoundMessage {
  tenant: string
  subject: string
  threadUid: string
  threadId: string
  title: string | null
  seq: number
  role: string
  createdAt: Date
  raw: string
  rank: number
}

/** Where a page of hits ended. */
export interface SearchPosition {
  readonly rank: number
  /** ISO 8601. */
  readonly at: string
  readonly uid: string
  readonly seq: number
}

export interface SearchFilter {
  readonly threadId?: string | undefined
  readonly role?: string | undefined
  readonly tags?: Readonly<Record<string, string>> | undefined
  /** ISO 8601: from, and up to but not including. */
  readonly createdAfter?: string | undefined
  readonly createdBefore?: string | undefined
}

export interface SearchParams {
  readonly reach: Reach
  readonly scopeId: string | null
  readonly match: SearchMatch
  readonly filter: SearchFilter
  /** Threads of these agents only. */
  readonly agents: readonly string[] | null
  readonly after: SearchPosition | null
  readonly limit: number
}

/**
 * Messages of living threads that the text index finds within the reach, best first; redacted ones never. The index
 * compares words: whoever needs every sign in its place looks at the texts too.
 */
export async function searchMessages(client: PoolClient, params: SearchParams): Promise<FoundMessage[]> {
  const { reach, scopeId, match, filter, agents, after, limit } = params
  if (reach.kind === 'scope' && scopeId === null) return []
  if (reach.kind === 'tenants') {
    // The function runs as the owner and knows one tenant or all: the wall would not hold it back.
    const found: FoundMessage[] = []
    for (const tenant of reach.tenants) {
      found.push(...(await searchMessages(client, { ...params, reach: { kind: 'tenant', tenant } })))
    }
    return found.sort(bestFirst).slice(0, limit)
  }
  const tags = Object.entries(filter.tags ?? {})
  const { rows } = await client.query<FoundMessage>({
    name: 'search-messages',
    text: `SELECT tenant, subject, thread_uid AS "threadUid", thread_id AS "threadId", title, seq, role,
        created_at AS "createdAt", raw, rank
      FROM loci_search_messages($1, $2, $3::tsquery, $4::tsquery, $5::tsquery, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
        $16, $17, $18, $19)`,
    values: [
      tenantOf(reach),
      scopeId,
      match.match,
      match.near,
      match.any,
      filter.threadId ?? null,
      agents,
      filter.role ?? null,
      filter.createdAfter ?? null,
      filter.createdBefore ?? null,
      tags.map(([key]) => key),
      tags.map(([, value]) => value),
      after?.rank ?? null,
      after?.at ?? null,
      after?.uid ?? null,
      after?.seq ?? null,
      FOUND,
      RANKED,
      limit,
    ],
  })
  return rows
}

/** In the order of one tenant's answer: by rank, then the newest. */
function bestFirst(left: FoundMessage, right: FoundMessage): number {
  return (
    right.rank - left.rank ||
    right.createdAt.getTime() - left.createdAt.getTime() ||
    (left.threadUid === right.threadUid ? right.seq - left.seq : left.threadUid < right.threadUid ? 1 : -1)
  )
}

/** Merges the index's list of new messages into the index itself. */
export async function mergeSearchIndex(client: Queryable): Promise<void> {
  await client.query('SELECT loci_merge_search()')
}
