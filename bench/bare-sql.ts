import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { ModelMessage } from '../memory/message'
import type { Scope } from '../memory/scope'
import type { ServiceContext } from '../server/services/context'
import { writeMemory } from '../server/services/memory/write-memory'
import { searchVector } from '../server/store/search-text'

/** A thread by its key, for statements that know nothing of scopes, windows or what is new. */
export interface BareThread {
  tenant: string
  scopeId: string
  uid: string
}

const FILL = 2_000

export async function fillThread(
  ctx: ServiceContext,
  owner: pg.Pool,
  options: { scope: Scope; threadId: string; messages: number },
): Promise<BareThread> {
  const { scope, threadId } = options
  for (let from = 0; from < options.messages; from += FILL) {
    const count = Math.min(FILL, options.messages - from)
    const messages = Array.from({ length: count }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${from + index} of a thread: ${'the parcel is on its way to depot three and '.repeat(4)}`,
    }))
    await writeMemory(ctx, { sessionId: threadId, scope, messages, mode: 'append' })
  }
  const { rows } = await owner.query<BareThread>(
    `SELECT t.tenant, t.scope_id AS "scopeId", t.uid FROM thread t JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id
     WHERE t.tenant = $1 AND s.subject = $2 AND t.thread_id = $3`,
    [scope.tenant, scope.subject, threadId],
  )
  const [thread] = rows
  if (!thread) throw new Error('the thread was not made')
  return thread
}

/** The rows a read of the last 20 needs, and nothing decided about them. */
export async function bareRead(owner: pg.Pool, thread: BareThread): Promise<{ seq: number; raw: string }[]> {
  const { rows } = await owner.query<{ seq: number; raw: string }>({
    name: 'bare-read',
    text: `SELECT seq, role, turn, tokens, running_tokens, hash, raw FROM message
           WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 ORDER BY seq DESC LIMIT 20`,
    values: [thread.tenant, thread.scopeId, thread.uid],
  })
  return rows.reverse()
}

/** The same rows as a write makes, in one statement: the thread's counts, an entry, the messages with their text index. */
export async function bareAppend(owner: pg.Pool, thread: BareThread, messages: readonly ModelMessage[]): Promise<void> {
  const rows = messages.map((message, index) => ({
    i: index + 1,
    id: uuidv7(),
    raw: JSON.stringify(message),
    s: searchVector(message),
  }))
  await owner.query({
    name: 'bare-append',
    text: `WITH t AS (
      UPDATE thread SET message_count = message_count + $4, token_count = token_count + 80, revision = revision + 1,
        last_turn = last_turn + 1, last_turn_seq = message_count + 1, updated_at = now(), last_message_at = now()
      WHERE tenant = $1 AND scope_id = $2 AND uid = $3 RETURNING message_count - $4 AS base, token_count, last_turn
    ), e AS (
      INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, idempotency_key)
      SELECT $1, $2, $3, $5, 'append', base + 1, base + $4, 80, $6 FROM t
    )
    INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw, search)
    SELECT $1, $2, $3, t.base + m.i, m.id, $5, 'user', t.last_turn, 20, t.token_count - 80 + 20 * m.i,
      decode('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex'), m.raw,
      CASE WHEN m.s <> '' THEN loci_search_vector($1, $2, $3, m.s) END
    FROM t, jsonb_to_recordset($7::jsonb) AS m(i int, id text, raw text, s text)`,
    values: [thread.tenant, thread.scopeId, thread.uid, messages.length, uuidv7(), uuidv7(), JSON.stringify(rows)],
  })
}
