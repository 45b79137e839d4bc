import type { PoolClient } from 'pg'
import type { ThreadKey, ThreadRow } from './thread-rows'

/** What of a fork is not the source's. */
export interface NewFork {
  source: ThreadRow
  uid: string
  threadId: string
  title: string | null
  forkedAtSeq: number | null
  firstLine: string | null
  lastLine: string | null
  lastRunId: string | null
  lastMessageAt: Date | null
  totals: { messageCount: number; tokenCount: number; lastTurn: number; lastTurnSeq: number; turnOpen: boolean }
}

/**
 * Makes a fork's thread row: agent, metadata, state, counter and window override of the source. False when a living
 * thread of the scope has the id.
 */
export async function insertFork(client: PoolClient, fork: NewFork): Promise<boolean> {
  const { source, totals } = fork
  const { rowCount } = await client.query(
    `INSERT INTO thread (tenant, scope_id, uid, thread_id, agent_name, title, metadata, state, counter, message_count,
       token_count, last_turn, last_turn_seq, turn_open, revision, last_run_id, first_line, last_line, "window",
       window_version, parent_uid, forked_at_seq, last_message_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
     ON CONFLICT (tenant, scope_id, thread_id) WHERE deleted_at IS NULL DO NOTHING`,
    [
      source.tenant,
      source.scopeId,
      fork.uid,
      fork.threadId,
      source.agentName,
      fork.title,
      source.metadata,
      source.state,
      source.counter,
      totals.messageCount,
      totals.tokenCount,
      totals.lastTurn,
      totals.lastTurnSeq,
      totals.turnOpen,
      totals.messageCount > 0 ? 1 : 0,
      fork.lastRunId,
      fork.firstLine,
      fork.lastLine,
      source.window,
      source.windowVersion,
      source.uid,
      fork.forkedAtSeq,
      fork.lastMessageAt,
    ],
  )
  return rowCount === 1
}

export interface CopiedMessage {
  seq: number
  newSeq: number
  turn: number
  runningTokens: number
  exchangeSeq: number | null
  entryId: string
}

/** Copies messages with their ids, texts, hashes and times. The search words name the thread, so that word is changed. */
export async function copyMessages(
  client: PoolClient,
  params: { source: ThreadKey; uid: string; copies: readonly CopiedMessage[] },
): Promise<void> {
  const { source, uid, copies } = params
  await client.query(
    `INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, exchange_seq, tokens, running_tokens,
       hash, raw, call_ids, tool_call_id, is_empty, search, redacted_at, created_at)
     SELECT m.tenant, m.scope_id, $4::uuid, c.new_seq, m.id, c.entry_id, m.role, c.turn, c.exchange_seq, m.tokens,
       c.running_tokens, m.hash, m.raw, m.call_ids, m.tool_call_id, m.is_empty,
       ts_delete(m.search, chr(1) || 'u' || m.thread_uid::text) || array_to_tsvector(ARRAY[chr(1) || 'u' || $4::text]),
       m.redacted_at, m.created_at
     FROM unnest($5::int[], $6::int[], $7::int[], $8::bigint[], $9::int[], $10::uuid[])
       AS c(seq, new_seq, turn, running_tokens, exchange_seq, entry_id)
     JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq = c.seq
     ORDER BY c.new_seq`,
    [
      source.tenant,
      source.scopeId,
      source.uid,
      uid,
      copies.map(({ seq }) => seq),
      copies.map(({ newSeq }) => newSeq),
      copies.map(({ turn }) => turn),
      copies.map(({ runningTokens }) => runningTokens),
      copies.map(({ exchangeSeq }) => exchangeSeq),
      copies.map(({ entryId }) => entryId),
    ],
  )
}

export interface CopiedEntry {
  entryId: string
  newEntryId: string
  firstSeq: number
  lastSeq: number
  tokens: number
}

/** Copies entries and their tags. Idempotency keys stay with the source: a retry must find its answer there. */
export async function copyEntries(
  client: PoolClient,
  params: { source: ThreadKey; uid: string; entries: readonly CopiedEntry[] },
): Promise<void> {
  const { source, uid, entries } = params
  const oldIds = entries.map(({ entryId }) => entryId)
  const newIds = entries.map(({ newEntryId }) => newEntryId)
  await client.query(
    `INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, agent_name, run_id, run,
       read, recall_query, conflicts, written_by, created_at, expires_at)
     SELECT e.tenant, e.scope_id, $4::uuid, c.new_id, e.mode, c.first_seq, c.last_seq, c.tokens, e.agent_name, e.run_id, e.run,
       e.read, e.recall_query, e.conflicts, e.written_by, e.created_at, e.expires_at
     FROM unnest($5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::bigint[]) AS c(id, new_id, first_seq, last_seq, tokens)
     JOIN entry e ON e.tenant = $1 AND e.scope_id = $2 AND e.thread_uid = $3 AND e.id = c.id`,
    [
      source.tenant,
      source.scopeId,
      source.uid,
      uid,
      oldIds,
      newIds,
      entries.map(({ firstSeq }) => firstSeq),
      entries.map(({ lastSeq }) => lastSeq),
      entries.map(({ tokens }) => tokens),
    ],
  )
  await client.query(
    `INSERT INTO entry_tag (tenant, scope_id, thread_uid, key, value, entry_id)
     SELECT g.tenant, g.scope_id, $4::uuid, g.key, g.value, c.new_id
     FROM unnest($5::uuid[], $6::uuid[]) AS c(id, new_id)
     JOIN entry_tag g ON g.tenant = $1 AND g.scope_id = $2 AND g.thread_uid = $3 AND g.entry_id = c.id`,
    [source.tenant, source.scopeId, source.uid, uid, oldIds, newIds],
  )
}

/** Copies the tags of the thread itself, and the pins and redactions of messages that the fork has. */
export async function copyTagsAndPins(
  client: PoolClient,
  params: { source: ThreadKey; uid: string; copies: readonly CopiedMessage[] },
): Promise<void> {
  const { source, uid, copies } = params
  const key = [source.tenant, source.scopeId, source.uid, uid]
  await client.query(
    `INSERT INTO thread_tag (tenant, scope_id, thread_uid, key, value)
     SELECT tenant, scope_id, $4::uuid, key, value FROM thread_tag WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3`,
    key,
  )
  await client.query(
    `INSERT INTO pin (tenant, scope_id, thread_uid, seq, created_by, created_at)
     SELECT p.tenant, p.scope_id, $4::uuid, c.new_seq, p.created_by, p.created_at
     FROM unnest($5::int[], $6::int[]) AS c(seq, new_seq)
     JOIN pin p ON p.tenant = $1 AND p.scope_id = $2 AND p.thread_uid = $3 AND p.seq = c.seq`,
    [...key, copies.map(({ seq }) => seq), copies.map(({ newSeq }) => newSeq)],
  )
  await client.query(
    `INSERT INTO redaction (tenant, scope_id, thread_uid, seq, original_hash, reason, created_by, created_at)
     SELECT r.tenant, r.scope_id, $4::uuid, c.new_seq, r.original_hash, r.reason, r.created_by, r.created_at
     FROM unnest($5::int[], $6::int[]) AS c(seq, new_seq)
     JOIN redaction r ON r.tenant = $1 AND r.scope_id = $2 AND r.thread_uid = $3 AND r.seq = c.seq`,
    [...key, copies.map(({ seq }) => seq), copies.map(({ newSeq }) => newSeq)],
  )
}

/** The run that wrote an entry, if it named one. */
export async function runOfEntry(client: PoolClient, source: ThreadKey, entryId: string): Promise<string | null> {
  const { rows } = await client.query<{ runId: string | null }>(
    `SELECT run_id AS "runId" FROM entry WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND id = $4`,
    [source.tenant, source.scopeId, source.uid, entryId],
  )
  return rows[0]?.runId ?? null
}
