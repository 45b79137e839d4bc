import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { InboxKind } from '../schemas/inbox'
import type { ThreadKey } from './thread-rows'

export interface NewInboxItem {
  operatorId: string
  kind: InboxKind
  noteId: string | null
  actorId: string
}

/** Puts items into people's inboxes. */
export async function insertInboxItems(
  client: PoolClient,
  { thread, items }: { thread: ThreadKey; items: readonly NewInboxItem[] },
): Promise<void> {
  if (items.length === 0) return
  await client.query(
    `INSERT INTO inbox_item (tenant, scope_id, thread_uid, id, operator_id, kind, note_id, actor_id)
     SELECT $1, $2, $3, n.* FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::text[]) AS n`,
    [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      items.map(() => uuidv7()),
      items.map(({ operatorId }) => operatorId),
      items.map(({ kind }) => kind),
      items.map(({ noteId }) => noteId),
      items.map(({ actorId }) => actorId),
    ],
  )
}

/** Who has written a note on a thread, or was mentioned there, and may still sign in. */
export async function followersOf(client: PoolClient, thread: ThreadKey): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT o.id FROM operator o WHERE o.disabled_at IS NULL AND EXISTS (
       SELECT 1 FROM note n WHERE n.tenant = $1 AND n.scope_id = $2 AND n.thread_uid = $3
         AND (n.created_by = o.id OR o.id = ANY (n.mentions)))
     ORDER BY o.id`,
    [thread.tenant, thread.scopeId, thread.uid],
  )
  return rows.map(({ id }) => id)
}

/** An item with what it leads to. */
export interface InboxRow {
  id: string
  kind: InboxKind
  actorId: string
  createdAt: Date
  readAt: Date | null
  uid: string
  threadId: string
  tenant: string
  subject: string
  title: string | null
  firstLine: string | null
  messageCount: number
  noteId: string | null
  seq: number | null
  text: string | null
  mentions: string[] | null
}

const LIVING =
  'JOIN thread t ON t.tenant = i.tenant AND t.scope_id = i.scope_id AND t.uid = i.thread_uid AND t.deleted_at IS NULL'

/** A page of somebody's items, the newest first, without those of deleted threads. */
export async function listInbox(
  client: PoolClient,
  params: { operatorId: string; isUnread: boolean; beforeId: string | null; limit: number },
): Promise<InboxRow[]> {
  const { operatorId, isUnread, beforeId, limit } = params
  const { rows } = await client.query<InboxRow>(
    `SELECT i.id, i.kind, i.actor_id AS "actorId", i.created_at AS "createdAt", i.read_at AS "readAt", t.uid,
       t.thread_id AS "threadId", t.tenant, s.subject, t.title, t.first_line AS "firstLine",
       t.message_count AS "messageCount", n.id AS "noteId", n.seq, n.text, n.mentions
     FROM inbox_item i ${LIVING} JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id
     LEFT JOIN note n ON n.tenant = i.tenant AND n.scope_id = i.scope_id AND n.thread_uid = i.thread_uid AND n.id = i.note_id
     WHERE i.operator_id = $1 AND ($2::uuid IS NULL OR i.id < $2) ${isUnread ? 'AND i.read_at IS NULL' : ''}
     ORDER BY i.id DESC LIMIT $3`,
    [operatorId, beforeId, limit],
  )
  return rows
}

/** How many of somebody's items are unread, the newest first; counting stops at `cap`. */
export async function countUnread(
  client: PoolClient,
  { operatorId, cap }: { operatorId: string; cap: number },
): Promise<{ count: number; newest: string | null }> {
  const { rows } = await client.query<{ count: number; newest: string | null }>(
    `SELECT count(*)::int AS count, (array_agg(c.id ORDER BY c.id DESC))[1] AS newest FROM (
       SELECT i.id FROM inbox_item i ${LIVING} WHERE i.operator_id = $1 AND i.read_at IS NULL
       ORDER BY i.id DESC LIMIT $2) AS c`,
    [operatorId, cap],
  )
  return rows[0] ?? { count: 0, newest: null }
}

/** Of this person's items alone. Answers how many have changed. */
export async function markInbox(
  client: PoolClient,
  { operatorId, ids, isRead }: { operatorId: string; ids: readonly string[]; isRead: boolean },
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE inbox_item SET read_at = CASE WHEN $3 THEN now() END
     WHERE operator_id = $1 AND id = ANY ($2::uuid[]) AND (read_at IS NOT NULL) <> $3`,
    [operatorId, ids, isRead],
  )
  return rowCount ?? 0
}

/** All of this person's unread ones up to an id. Answers how many there were. */
export async function markInboxUpTo(
  client: PoolClient,
  { operatorId, upTo }: { operatorId: string; upTo: string },
): Promise<number> {
  const { rowCount } = await client.query(
    'UPDATE inbox_item SET read_at = now() WHERE operator_id = $1 AND id <= $2 AND read_at IS NULL',
    [operatorId, upTo],
  )
  return rowCount ?? 0
}
