import type { PoolClient } from 'pg'
import { IMPORT_KEPT_HOURS } from '../schemas/jobs'
import type { ThreadKey } from './thread-rows'

/** The id of a message and its canonical hash, in hex. */
export interface MessageKey {
  readonly id: string
  readonly hash: string
}

/** Ids and canonical hashes (hex) of a thread's first messages, to tell whether it is there already. */
export async function messageKeys(
  client: PoolClient,
  { thread, count }: { thread: ThreadKey; count: number },
): Promise<MessageKey[]> {
  const { rows } = await client.query<MessageKey>(
    `SELECT id, encode(hash, 'hex') AS hash FROM message
     WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq <= $4 ORDER BY seq`,
    [thread.tenant, thread.scopeId, thread.uid, count],
  )
  return rows
}

/** An entry as it was; `lastSeq` below `firstSeq` where it added nothing. Times are ISO texts, `run` is JSON text. */
export interface RestoredEntry {
  id: string
  mode: string
  firstSeq: number
  lastSeq: number
  agentName: string | null
  runId: string | null
  run: string | null
  tags: Readonly<Record<string, string>>
  createdAt: string
  expiresAt: string | null
}

/** Puts these entries in the place of the one by which the messages were stored. */
export async function restoreEntries(
  client: PoolClient,
  params: { thread: ThreadKey; storedBy: string; writtenBy: string; entries: readonly RestoredEntry[] },
): Promise<void> {
  const { tenant, scopeId, uid } = params.thread
  const entries = JSON.stringify(params.entries)
  await client.query('DELETE FROM entry WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND id = $4', [
    tenant,
    scopeId,
    uid,
    params.storedBy,
  ])
  await client.query(
    `INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, agent_name, run_id, run,
       written_by, created_at, expires_at)
     SELECT $1, $2, $3, e.id, e.mode, e."firstSeq", e."lastSeq",
       coalesce((SELECT sum(m.tokens) FROM message m WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3
         AND m.seq BETWEEN e."firstSeq" AND e."lastSeq"), 0),
       e."agentName", e."runId", e.run, $5, e."createdAt", e."expiresAt"
     FROM json_to_recordset($4::json) AS e(id uuid, mode text, "firstSeq" int, "lastSeq" int, "agentName" text,
       "runId" text, run text, "createdAt" timestamptz, "expiresAt" timestamptz)`,
    [tenant, scopeId, uid, entries, params.writtenBy],
  )
  await client.query(
    `INSERT INTO entry_tag (tenant, scope_id, thread_uid, key, value, entry_id)
     SELECT $1, $2, $3, g.key, g.value, e.id
     FROM json_to_recordset($4::json) AS e(id uuid, tags json), json_each_text(e.tags) g`,
    [tenant, scopeId, uid, entries],
  )
}

/** What of a message is not in its text. Times are ISO texts. */
export interface RestoredMessage {
  seq: number
  entryId: string
  createdAt: string
  redactedAt: string | null
}

/** Gives messages the entries and times that they had; a redacted one is found by no search. */
export async function restoreMessages(
  client: PoolClient,
  { thread, messages }: { thread: ThreadKey; messages: readonly RestoredMessage[] },
): Promise<void> {
  await client.query(
    `UPDATE message m SET entry_id = r."entryId", created_at = r."createdAt", redacted_at = r."redactedAt",
       search = CASE WHEN r."redactedAt" IS NULL THEN m.search END
     FROM json_to_recordset($4::json) AS r(seq int, "entryId" uuid, "createdAt" timestamptz, "redactedAt" timestamptz)
     WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = $3 AND m.seq = r.seq`,
    [thread.tenant, thread.scopeId, thread.uid, JSON.stringify(messages)],
  )
}

/** JSON as text, times as ISO texts. */
export interface RestoredThread {
  title: string | null
  metadata: string
  state: string | null
  window: string | null
  parentUid: string | null
  forkedAtSeq: number | null
  lastRunId: string | null
  createdAt: string
  lastMessageAt: string | null
  pins: readonly number[]
  pinnedBy: string
}

/** Gives a thread that was just made what it had. */
export async function restoreThreadRow(
  client: PoolClient,
  { thread, restored }: { thread: ThreadKey; restored: RestoredThread },
): Promise<void> {
  const key = [thread.tenant, thread.scopeId, thread.uid]
  await client.query(
    `UPDATE thread SET title = $4, metadata = $5, state = $6, "window" = $7,
       window_version = CASE WHEN $7::text IS NULL THEN 0 ELSE 1 END, parent_uid = $8, forked_at_seq = $9,
       last_run_id = $10, created_at = $11, last_message_at = $12
     WHERE tenant = $1 AND scope_id = $2 AND uid = $3`,
    [
      ...key,
      restored.title,
      restored.metadata,
      restored.state,
      restored.window,
      restored.parentUid,
      restored.forkedAtSeq,
      restored.lastRunId,
      restored.createdAt,
      restored.lastMessageAt,
    ],
  )
  if (restored.pins.length === 0) return
  await client.query(
    `INSERT INTO pin (tenant, scope_id, thread_uid, seq, created_by)
     SELECT DISTINCT $1, $2::uuid, $3::uuid, p, $5 FROM unnest($4::int[]) p`,
    [...key, restored.pins, restored.pinnedBy],
  )
}

/** Gives a thread that has grown the run and the time of its newest message. */
export async function restoreNewest(
  client: PoolClient,
  { thread, lastRunId, lastMessageAt }: { thread: ThreadKey; lastRunId: string | null; lastMessageAt: string },
): Promise<void> {
  await client.query(
    'UPDATE thread SET last_run_id = $4, last_message_at = $5 WHERE tenant = $1 AND scope_id = $2 AND uid = $3',
    [thread.tenant, thread.scopeId, thread.uid, lastRunId, lastMessageAt],
  )
}

/** Keeps what an import was given. Only seen in the reach 'all'. */
export async function insertImportParts(
  client: PoolClient,
  { jobId, texts }: { jobId: string; texts: readonly string[] },
): Promise<void> {
  for (const [number, text] of texts.entries()) {
    await client.query('INSERT INTO import_part (job_id, number, text) VALUES ($1, $2, $3)', [jobId, number, text])
  }
}

/** In their order; none when they are gone. */
export async function findImportParts(client: PoolClient, jobId: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    'SELECT text FROM import_part WHERE job_id = $1 ORDER BY number',
    [jobId],
  )
  return rows.map(({ text }) => text)
}

/** Of an import that is done. */
export async function removeImportParts(client: PoolClient, jobId: string): Promise<void> {
  await client.query('DELETE FROM import_part WHERE job_id = $1', [jobId])
}

/** Removes what imports were given that are done, or failed too long ago to be tried again. */
export async function removeOldImportParts(client: PoolClient): Promise<void> {
  await client.query(
    `DELETE FROM import_part p USING job j
     WHERE j.id = p.job_id AND (j.state = 'done' OR j.created_at < now() - interval '${IMPORT_KEPT_HOURS} hours')`,
  )
}
