import type pg from 'pg'
import type { Scope } from '../memory/scope'

/** A thread by its names and its key, for statements that know nothing of windows or what is new. */
export interface BareThread {
  tenant: string
  subject: string
  threadId: string
  scopeId: string
  uid: string
}

export interface NewThread {
  scope: Scope
  threadId: string
  /** Given, so that a script that cannot look it up knows it. */
  uid: string
  messages: number
}

/** Makes a thread of short turns inside the database: a million messages in seconds. They stand in no text index. */
export async function makeThread(owner: pg.Pool, { scope, threadId, uid, messages }: NewThread): Promise<BareThread> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO scope (tenant, id, subject) VALUES ($1, gen_random_uuid(), $2)
     ON CONFLICT (tenant, subject) DO UPDATE SET subject = excluded.subject RETURNING id`,
    [scope.tenant, scope.subject],
  )
  const scopeId = rows[0]?.id ?? ''
  const key = [scope.tenant, scopeId, uid]
  await owner.query(
    `INSERT INTO thread (tenant, scope_id, uid, thread_id, counter, message_count, token_count, last_turn, last_turn_seq,
       turn_open, revision, last_message_at)
     VALUES ($1, $2, $3, $4, 'o200k_base', $5::int, $5::int * 60, $5::int / 2, $5::int - 1, false, 1, now())`,
    [...key, threadId, messages],
  )
  await owner.query(
    `INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw)
     SELECT $1, $2, $3, i, 'm' || i, $3, role, (i + 1) / 2, 60, 60 * i, sha256(i::text::bytea),
       json_build_object('id', 'm' || i, 'role', role, 'content',
         'Message ' || i || ' of a thread: ' || repeat('the parcel is on its way to depot three and ', 4))::text
     FROM (SELECT i, CASE WHEN i % 2 = 1 THEN 'user' ELSE 'assistant' END AS role FROM generate_series(1, $4::int) i) made`,
    [...key, messages],
  )
  return { ...scope, threadId, scopeId, uid }
}
