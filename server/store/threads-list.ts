import type { PoolClient } from 'pg'
import { type SqlParameters, sqlParameters } from './sql-parameters'
import { THREAD_COLUMNS, type ThreadRow } from './thread-rows'
import { type FilterOptions, threadConditions } from './threads-filter'

/**
 * What each order compares, and as which type. Titles by their first 64 characters, without case; scopes by tenant, then
 * subject. Only the last message has indexes: the others cost what the reach and the filters leave.
 */
const SORTS = {
  lastMessageAt: { expression: 't.last_message_at', column: 'last_message_at', type: 'timestamptz', isNullable: true },
  createdAt: { expression: 't.created_at', type: 'timestamptz', isNullable: false },
  updatedAt: { expression: 't.updated_at', type: 'timestamptz', isNullable: false },
  tokenCount: { expression: 't.token_count', type: 'bigint', isNullable: false },
  messageCount: { expression: 't.message_count', type: 'integer', isNullable: false },
  title: { expression: 'left(lower(t.title), 64)', column: 'title', type: 'text', isNullable: true },
  agentName: { expression: 't.agent_name', column: 'agent_name', type: 'text', isNullable: true },
  scope: { expression: 'o.tenant || chr(31) || o.subject', type: 'text', isNullable: false },
} as const

export interface ThreadOrder {
  by: keyof typeof SORTS
  order: 'asc' | 'desc'
}

/** Where a page ended: the sort value as PostgreSQL's text (null for threads without one), and the uid behind it. */
export interface ThreadPosition {
  value: string | null
  uid: string
}

export interface ListThreadsParams extends FilterOptions {
  sort: ThreadOrder
  after: ThreadPosition | null
  limit: number
}

export type ListedThread = ThreadRow & { sortValue: string | null }

/**
 * At most `limit` threads after a position. Threads without a value (no message yet, no title) come last in both
 * directions; equal values are ordered by uid. They are asked for apart, so that the others come by index.
 */
export async function listThreads(client: PoolClient, params: ListThreadsParams): Promise<ListedThread[]> {
  if (params.reach.kind === 'scope' && params.scopeId === null) return []
  const { after, limit, sort } = params
  const withValue = after?.value === null ? [] : await listSegment(client, { ...params, isNull: false })
  if (!SORTS[sort.by].isNullable || withValue.length >= limit) return withValue
  const withoutValue = await listSegment(client, {
    ...params,
    isNull: true,
    after: after?.value === null ? after : null,
    limit: limit - withValue.length,
  })
  return [...withValue, ...withoutValue]
}

async function listSegment(
  client: PoolClient,
  params: ListThreadsParams & { isNull: boolean },
): Promise<ListedThread[]> {
  const parameters = sqlParameters()
  const { expression, isNullable, column } = { column: '', ...SORTS[params.sort.by] }
  const direction = params.sort.order === 'asc' ? 'ASC' : 'DESC'
  const conditions = threadConditions(params, parameters)
  if (isNullable) conditions.push(`t.${column} IS ${params.isNull ? 'NULL' : 'NOT NULL'}`)
  if (params.after) conditions.push(afterCondition(params.sort, params.after, parameters))
  const order = params.isNull ? `t.uid ${direction}` : `${expression} ${direction}, t.uid ${direction}`
  const scopes = params.sort.by === 'scope' ? 'JOIN scope o ON o.tenant = t.tenant AND o.id = t.scope_id' : ''
  // Of the threads in between only what orders them is carried, and the page is cut before anything is joined: behind
  // row-level security the planner takes threads and scopes for few and would join every one first.
  const { rows } = await client.query<ListedThread>(
    `SELECT ${THREAD_COLUMNS}, p.sort_key::text AS "sortValue"
     FROM (
       SELECT t.tenant, t.scope_id, t.uid, ${expression} AS sort_key FROM thread t ${scopes}
       WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${parameters.bind(params.limit)}) p
     JOIN thread t ON t.tenant = p.tenant AND t.scope_id = p.scope_id AND t.uid = p.uid
     JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id
     ORDER BY p.sort_key ${direction}, p.uid ${direction}`,
    parameters.values,
  )
  return rows
}

function afterCondition(sort: ThreadOrder, after: ThreadPosition, { bind }: SqlParameters): string {
  const { expression, type } = SORTS[sort.by]
  const operator = sort.order === 'asc' ? '>' : '<'
  if (after.value === null) return `t.uid ${operator} ${bind(after.uid)}::uuid`
  return `(${expression}, t.uid) ${operator} (${bind(after.value)}::${type}, ${bind(after.uid)}::uuid)`
}

/** How many threads match, counted up to `cap` and no further. */
export async function countThreads(client: PoolClient, params: FilterOptions & { cap: number }): Promise<number> {
  if (params.reach.kind === 'scope' && params.scopeId === null) return 0
  const parameters = sqlParameters()
  const conditions = threadConditions(params, parameters)
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count
     FROM (SELECT 1 FROM thread t WHERE ${conditions.join(' AND ')} LIMIT ${parameters.bind(params.cap)}) found`,
    parameters.values,
  )
  return rows[0]?.count ?? 0
}
