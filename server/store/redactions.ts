import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'

/** A stored message as pins and redactions find it. */
export interface FoundMessage {
  readonly seq: number
  readonly id: string
  /** Seq of the call whose exchange it belongs to; its own seq for any other message. */
  readonly openerSeq: number
  readonly raw: string
  readonly isRedacted: boolean
}

/** One message by its id or its seq; null when the thread has none such. */
export async function findMessage(
  client: PoolClient,
  params: { thread: ThreadKey; messageId?: string | undefined; seq?: number | undefined },
): Promise<FoundMessage | null> {
  const { thread, messageId, seq } = params
  const { rows } = await client.query<FoundMessage>(
    `SELECT seq, id, coalesce(exchange_seq, seq) AS "openerSeq", raw, redacted_at IS NOT NULL AS "isRedacted"
     FROM message WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND ${messageId === undefined ? 'seq' : 'id'} = $4`,
    [thread.tenant, thread.scopeId, thread.uid, messageId ?? seq],
  )
  return rows[0] ?? null
}

export interface Redaction {
  readonly thread: ThreadKey
  readonly seq: number
  /** The tombstone's text and canonical hash. */
  readonly raw: string
  readonly hash: Buffer
  readonly reason: string | null
  readonly createdBy: string
  /** The lines that lists show of the message; gone where they are of this one. */
  readonly line: string
}

/**
 * Takes the text out of a message and of its copies in the family of forks, the deleted ones included. Seqs, turns and
 * totals stay: they say what was written. Answers the copies that were redacted now.
 */
export async function redactFamily(
  client: PoolClient,
  redaction: Redaction,
): Promise<{ threadUid: string; seq: number }[]> {
  const { thread, seq } = redaction
  const { rows: copies } = await client.query<{ threadUid: string; seq: number }>(
    `WITH target AS (
       SELECT id, hash FROM message WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND seq = $4
     ), family AS (
       SELECT l.thread_uid FROM lineage l
       JOIN lineage own ON own.tenant = l.tenant AND own.scope_id = l.scope_id AND own.root_uid = l.root_uid
       WHERE own.tenant = $1 AND own.scope_id = $2 AND own.thread_uid = $3
       UNION SELECT $3::uuid
     ), locked AS (
       SELECT t.uid FROM family f
       JOIN thread t ON t.tenant = $1 AND t.scope_id = $2 AND t.uid = f.thread_uid
       ORDER BY t.uid FOR NO KEY UPDATE OF t
     )
     SELECT m.thread_uid AS "threadUid", m.seq FROM locked k CROSS JOIN target g
     JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = k.uid AND m.id = g.id AND m.hash = g.hash
     WHERE m.redacted_at IS NULL`,
    [thread.tenant, thread.scopeId, thread.uid, seq],
  )
  const uids = copies.map((copy) => copy.threadUid)
  const seqs = copies.map((copy) => copy.seq)
  const places = [thread.tenant, thread.scopeId, uids, seqs]
  await client.query(
    `INSERT INTO redaction (tenant, scope_id, thread_uid, seq, original_hash, reason, created_by)
     SELECT m.tenant, m.scope_id, m.thread_uid, m.seq, m.hash, $5, $6
     FROM unnest($3::uuid[], $4::int[]) AS c(uid, seq)
     JOIN message m ON m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = c.uid AND m.seq = c.seq`,
    [...places, redaction.reason, redaction.createdBy],
  )
  await client.query(
    `UPDATE message m SET raw = $5, hash = $6, search = NULL, is_empty = false, redacted_at = now()
     FROM unnest($3::uuid[], $4::int[]) AS c(uid, seq)
     WHERE m.tenant = $1 AND m.scope_id = $2 AND m.thread_uid = c.uid AND m.seq = c.seq`,
    [...places, redaction.raw, redaction.hash],
  )
  await client.query(
    `UPDATE thread t SET revision = revision + 1, updated_at = now(),
       first_line = nullif(t.first_line, $4), last_line = nullif(t.last_line, $4)
     WHERE t.tenant = $1 AND t.scope_id = $2 AND t.uid = ANY ($3::uuid[])`,
    [thread.tenant, thread.scopeId, uids, redaction.line],
  )
  return copies
}
