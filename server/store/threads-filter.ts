import type { Signal } from '../../memory/signals'
import { type Reach, tenantOf } from '../auth/reach'
import type { ReviewOutcome, ReviewStatus } from '../schemas/review-facts'
import type { ReachTransaction } from './reach'
import { reviewConditions } from './review-conditions'
import { searchMatch } from './search-text'
import { likeAnywhere, type SqlParameters } from './sql-parameters'

/** Which threads a list or a count means. Times are ISO texts: from `After` on, up to but not including `Before`. */
export interface ThreadFilter {
  agentName?: string | undefined
  /** Each pair must stand among the thread's own tags or those of one of its entries. */
  tags?: Readonly<Record<string, string>> | undefined
  text?: string | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
  activeAfter?: string | undefined
  activeBefore?: string | undefined
  minTokens?: number | undefined
  maxTokens?: number | undefined
  /** Any of these was found. */
  signals?: readonly Signal[] | undefined
  status?: ReviewStatus | undefined
  outcome?: ReviewOutcome | undefined
  /** An operator's id, or `none`. */
  assignee?: string | undefined
  /** Who finished its newest review: an e-mail. */
  reviewer?: string | undefined
  /** Only these. */
  uids?: readonly string[] | undefined
  /** The trash instead of the living. */
  deleted: boolean
}

/** A text filter looks at this many matching messages at most; beyond it threads may be missed, newest or not. */
export const SEARCH_HITS_LIMIT = 10_000

/** Conditions on `thread t` that keep a statement inside its reach by index, before row-level security looks. */
export function reachConditions(reach: Reach, scopeId: string | null, { bind }: SqlParameters): string[] {
  switch (reach.kind) {
    case 'scope':
      return [`t.tenant = ${bind(reach.tenant)}`, `t.scope_id = ${bind(scopeId)}::uuid`]
    case 'tenant':
      return [`t.tenant = ${bind(reach.tenant)}`]
    case 'tenants':
      return [`t.tenant = ANY (${bind(reach.tenants)}::text[])`]
    case 'all':
      return []
  }
}

export interface FilterOptions {
  reach: Reach
  scopeId: ReachTransaction['scopeId']
  filter: ThreadFilter
}

/** The filter as conditions on `thread t`: fixed fragments, every value bound. */
export function threadConditions({ reach, scopeId, filter }: FilterOptions, parameters: SqlParameters): string[] {
  const { bind } = parameters
  const conditions = reachConditions(reach, scopeId, parameters)
  conditions.push(filter.deleted ? 't.deleted_at IS NOT NULL' : 't.deleted_at IS NULL')
  if (filter.uids !== undefined) conditions.push(`t.uid = ANY (${bind(filter.uids)}::uuid[])`)
  if (filter.agentName !== undefined) conditions.push(`t.agent_name = ${bind(filter.agentName)}`)
  if (filter.createdAfter !== undefined) conditions.push(`t.created_at >= ${bind(filter.createdAfter)}::timestamptz`)
  if (filter.createdBefore !== undefined) conditions.push(`t.created_at < ${bind(filter.createdBefore)}::timestamptz`)
  if (filter.activeAfter !== undefined) conditions.push(`t.last_message_at >= ${bind(filter.activeAfter)}::timestamptz`)
  if (filter.activeBefore !== undefined)
    conditions.push(`t.last_message_at < ${bind(filter.activeBefore)}::timestamptz`)
  if (filter.minTokens !== undefined) conditions.push(`t.token_count >= ${bind(filter.minTokens)}::bigint`)
  if (filter.maxTokens !== undefined) conditions.push(`t.token_count <= ${bind(filter.maxTokens)}::bigint`)
  for (const [key, value] of Object.entries(filter.tags ?? {})) conditions.push(tagCondition(key, value, parameters))
  if (filter.signals !== undefined) {
    conditions.push(`(t.tenant, t.scope_id, t.uid) IN (
      SELECT tenant, scope_id, thread_uid FROM thread_signal WHERE signal = ANY (${bind(filter.signals)}::text[]))`)
  }
  conditions.push(...reviewConditions(filter, parameters))
  const text = filter.text?.trim()
  if (text) conditions.push(textCondition({ text, reach, scopeId }, parameters))
  return conditions
}

function tagCondition(key: string, value: string, { bind }: SqlParameters): string {
  const pair = `key = ${bind(key)} AND value = ${bind(value)}`
  return `(t.tenant, t.scope_id, t.uid) IN (
    SELECT tenant, scope_id, thread_uid FROM thread_tag WHERE ${pair}
    UNION SELECT tenant, scope_id, thread_uid FROM entry_tag WHERE ${pair})`
}

/** All words in title, id and first line together, as parts of words too; or a message that the text index finds. */
function textCondition(
  { text, reach, scopeId }: Pick<FilterOptions, 'reach' | 'scopeId'> & { text: string },
  { bind }: SqlParameters,
): string {
  const words = bind(text.split(/\s+/u).map(likeAnywhere))
  const inLines = `concat_ws(' ', t.title, t.thread_id, t.first_line) ILIKE ALL (${words}::text[])`
  const query = searchMatch(text)
  if (query === null) return inLines
  const search = (tenant: string) =>
    `loci_search(${tenant}, ${bind(scopeId)}::uuid, NULL, ${bind(query.match)}::tsquery, ${SEARCH_HITS_LIMIT})`
  // The function runs as the owner and knows one tenant or all.
  const found =
    reach.kind === 'tenants'
      ? `unnest(${bind(reach.tenants)}::text[]) AS n(name) CROSS JOIN LATERAL ${search('n.name')}`
      : search(bind(tenantOf(reach)))
  return `(${inLines} OR (t.tenant, t.scope_id, t.uid) IN (SELECT f.tenant, f.scope_id, f.thread_uid FROM ${found} f))`
}
