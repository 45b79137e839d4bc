import type { Reach } from '../auth/reach'
import { sqlParameters } from './sql-parameters'
import { reachConditions } from './threads-filter'
import type { Queryable } from './window-rows'

/** One write, as it is stored; `run`, `read` and `conflicts` are JSON texts. */
export interface EntryRow {
  tenant: string
  subject: string
  scopeId: string
  threadUid: string
  threadId: string
  id: string
  firstSeq: number
  lastSeq: number
  tokenCount: number
  agentName: string | null
  runId: string | null
  run: string | null
  read: string | null
  conflicts: string | null
  createdAt: Date
  expiresAt: Date | null
  accessedAt: Date
}

/** Where a page of entries ended. */
export interface EntryPosition {
  readonly tenant: string
  readonly scopeId: string
  readonly threadUid: string
  readonly id: string
}

export interface ListEntriesParams {
  readonly reach: Reach
  readonly scopeId: string | null
  readonly threadId: string | undefined
  readonly entryId: string | undefined
  readonly tags: Readonly<Record<string, string>>
  /** Only entries of these agents. */
  readonly agents: readonly string[] | null
  readonly order: 'asc' | 'desc'
  readonly after: EntryPosition | null
  readonly limit: number
}

const keyColumns = ['e.tenant', 'e.scope_id', 'e.thread_uid', 'e.id']

/** Entries of living threads, thread by thread, oldest first: the order of the primary key, or its reverse, at any depth. */
export async function listEntries(client: Queryable, params: ListEntriesParams): Promise<EntryRow[]> {
  const { reach, scopeId, threadId, entryId, tags, agents, order, after, limit } = params
  if (reach.kind === 'scope' && scopeId === null) return []
  const parameters = sqlParameters()
  const { bind } = parameters
  const conditions = reachConditions(reach, scopeId, parameters)
  conditions.push('t.deleted_at IS NULL')
  if (threadId !== undefined) conditions.push(`t.thread_id = ${bind(threadId)}`)
  if (entryId !== undefined) conditions.push(`e.id = ${bind(entryId)}::uuid`)
  if (agents) conditions.push(`e.agent_name = ANY (${bind(agents)}::text[])`)
  for (const [key, value] of Object.entries(tags)) {
    conditions.push(`EXISTS (SELECT 1 FROM entry_tag g WHERE g.tenant = e.tenant AND g.scope_id = e.scope_id
      AND g.thread_uid = e.thread_uid AND g.entry_id = e.id AND g.key = ${bind(key)} AND g.value = ${bind(value)})`)
  }
  if (after) {
    conditions.push(`(e.tenant, e.scope_id, e.thread_uid, e.id) ${order === 'asc' ? '>' : '<'}
      (${bind(after.tenant)}, ${bind(after.scopeId)}::uuid, ${bind(after.threadUid)}::uuid, ${bind(after.id)}::uuid)`)
  }
  const { rows } = await client.query<EntryRow>(
    `SELECT e.tenant, s.subject, e.scope_id AS "scopeId", e.thread_uid AS "threadUid", t.thread_id AS "threadId", e.id,
       e.first_seq AS "firstSeq", e.last_seq AS "lastSeq", e.token_count::float8 AS "tokenCount",
       e.agent_name AS "agentName", e.run_id AS "runId", e.run, e.read, e.conflicts, e.created_at AS "createdAt",
       e.expires_at AS "expiresAt", t.accessed_at AS "accessedAt"
     FROM entry e
     JOIN thread t ON t.tenant = e.tenant AND t.scope_id = e.scope_id AND t.uid = e.thread_uid
     JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${keyColumns.map((column) => `${column} ${order}`).join(', ')} LIMIT ${bind(limit)}`,
    parameters.values,
  )
  return rows
}

/** Bytes of the texts of each of these entries, in their order; the texts are not loaded for it. */
export async function sizesOfEntries(client: Queryable, entries: readonly EntryRow[]): Promise<number[]> {
  const { rows } = await client.query<{ bytes: number }>({
    name: 'sizes-of-entries',
    text: `SELECT (SELECT coalesce(sum(octet_length(m.raw)), 0)::float8 FROM message m
        WHERE m.tenant = e.tenant AND m.scope_id = e.scope_id AND m.thread_uid = e.uid AND m.seq BETWEEN e.first AND e.last) AS bytes
      FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[], $5::int[])
        WITH ORDINALITY AS e(tenant, scope_id, uid, first, last, place)
      ORDER BY e.place`,
    values: [
      entries.map((entry) => entry.tenant),
      entries.map((entry) => entry.scopeId),
      entries.map((entry) => entry.threadUid),
      entries.map((entry) => entry.firstSeq),
      entries.map((entry) => entry.lastSeq),
    ],
  })
  return rows.map(({ bytes }) => bytes)
}

/** The texts, where they are wanted, and the tags of these entries, by entry id. */
export async function contentsOfEntries(
  client: Queryable,
  entries: readonly EntryRow[],
  { withMessages }: { withMessages: boolean },
): Promise<{ messages: Map<string, string[]>; tags: Map<string, Record<string, string>> }> {
  const messages = new Map<string, string[]>()
  const tags = new Map<string, Record<string, string>>()
  if (entries.length === 0) return { messages, tags }
  const keys = [
    entries.map((entry) => entry.tenant),
    entries.map((entry) => entry.scopeId),
    entries.map((entry) => entry.threadUid),
    entries.map((entry) => entry.id),
  ]
  if (withMessages) {
    const texts = await client.query<{ id: string; raw: string }>({
      name: 'texts-of-entries',
      text: `SELECT e.id, m.raw
        FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::int[]) AS e(tenant, scope_id, uid, id, first, last)
        JOIN message m ON m.tenant = e.tenant AND m.scope_id = e.scope_id AND m.thread_uid = e.uid AND m.seq BETWEEN e.first AND e.last
        ORDER BY e.id, m.seq`,
      values: [...keys, entries.map((entry) => entry.firstSeq), entries.map((entry) => entry.lastSeq)],
    })
    for (const { id, raw } of texts.rows) listIn(messages, id).push(raw)
  }
  const pairs = await client.query<{ id: string; key: string; value: string }>({
    name: 'tags-of-entries',
    text: `SELECT e.id, g.key, g.value
      FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[]) AS e(tenant, scope_id, uid, id)
      JOIN entry_tag g ON g.tenant = e.tenant AND g.scope_id = e.scope_id AND g.thread_uid = e.uid AND g.entry_id = e.id`,
    values: keys,
  })
  for (const { id, key, value } of pairs.rows) tags.set(id, { ...tags.get(id), [key]: value })
  return { messages, tags }
}

function listIn(map: Map<string, string[]>, key: string): string[] {
  const known = map.get(key)
  if (known) return known
  const made: string[] = []
  map.set(key, made)
  return made
}
