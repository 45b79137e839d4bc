import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { ModelMessage } from '../memory/message'
import { searchVector } from '../server/store/search-text'
import type { BareThread } from './threads'

/** All that a read has to find: the thread by its scope and id, its facts and pins, the settings' revision, 20 rows. */
const READ = `WITH t AS MATERIALIZED (
    SELECT t.*, (SELECT config_revision FROM installation WHERE id = 1) AS config_revision,
      ARRAY(SELECT p.seq FROM pin p WHERE p.tenant = t.tenant AND p.scope_id = t.scope_id AND p.thread_uid = t.uid) AS pins
    FROM scope s JOIN thread t ON t.tenant = s.tenant AND t.scope_id = s.id
    WHERE s.tenant = $1 AND s.subject = $2 AND t.thread_id = $3 AND t.deleted_at IS NULL)
  SELECT t.uid, t.agent_name, t.counter, t.message_count, t.token_count, t.last_turn, t.last_turn_seq, t.turn_open,
    t.revision, t.last_run_id, t.window, t.window_version, t.accessed_at, t.pins, t.config_revision,
    m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, m.hash, m.raw
  FROM t JOIN LATERAL (
    SELECT * FROM message m WHERE m.tenant = t.tenant AND m.scope_id = t.scope_id AND m.thread_uid = t.uid
    ORDER BY m.seq DESC LIMIT 20) m ON true`

/** Finds what memory.read finds, in one statement and past the wall, and decides nothing. */
export async function bareRead(owner: pg.Pool, thread: BareThread): Promise<{ raw: string }[]> {
  const { rows } = await owner.query<{ raw: string }>({
    name: 'bare-read',
    text: READ,
    values: [thread.tenant, thread.subject, thread.threadId],
  })
  return rows.reverse()
}

/** The same as a script of pgbench. */
export function readScript(thread: BareThread): string {
  return `${inline(READ, { $1: quote(thread.tenant), $2: quote(thread.subject), $3: quote(thread.threadId) })};\n`
}

const APPEND = `WITH t AS (
    UPDATE thread SET message_count = message_count + 4, token_count = token_count + 80, revision = revision + 1,
      last_turn = last_turn + 1, last_turn_seq = message_count + 1, updated_at = now(), last_message_at = now()
    WHERE tenant = $1 AND scope_id = $2 AND uid = $3 RETURNING message_count - 4 AS base, token_count, last_turn
  ), e AS (
    INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, idempotency_key)
    SELECT $1, $2, $3, $4, 'append', base + 1, base + 4, 80, $5 FROM t
  )
  INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw, search)
  SELECT $1, $2, $3, t.base + m.i, m.id || $5, $4, 'user', t.last_turn, 20, t.token_count - 80 + 20 * m.i,
    decode('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex'), m.raw,
    CASE WHEN m.s <> '' THEN loci_search_vector($1, $2, $3, m.s) END
  FROM t, jsonb_to_recordset($6::jsonb) AS m(i int, id text, raw text, s text)`

/** The same rows as a write makes, in one statement: the thread's counts, an entry, the messages with their text index. */
export async function bareAppend(owner: pg.Pool, thread: BareThread, messages: readonly ModelMessage[]): Promise<void> {
  const values = [thread.tenant, thread.scopeId, thread.uid, uuidv7(), uuidv7(), rowsOf(messages)]
  await owner.query({ name: 'bare-append', text: APPEND, values })
}

/** The same as a script of pgbench. `:client_id` is the last digit of the thread's uid where `ownThreads` is set. */
export function appendScript(thread: BareThread, messages: readonly ModelMessage[], ownThreads: boolean): string {
  const uid = ownThreads ? `('${thread.uid.slice(0, -1)}' || :client_id)::uuid` : `'${thread.uid}'::uuid`
  const statement = APPEND.replaceAll('WITH t AS', 'WITH made AS MATERIALIZED (SELECT gen_random_uuid() AS id), t AS')
  return `${inline(statement, {
    '$6::jsonb': `${quote(rowsOf(messages))}::jsonb`,
    $4: '(SELECT id FROM made)',
    $5: '(SELECT id::text FROM made)',
    $1: quote(thread.tenant),
    $2: `'${thread.scopeId}'::uuid`,
    $3: uid,
  })};\n`
}

function rowsOf(messages: readonly ModelMessage[]): string {
  return JSON.stringify(
    messages.map((message, index) => ({
      i: index + 1,
      id: `m${index}-`,
      raw: JSON.stringify(message),
      s: searchVector(message),
    })),
  )
}

/** pgbench takes one line a statement, and no parameters of ours. */
function inline(statement: string, values: Readonly<Record<string, string>>): string {
  const line = statement.replaceAll(/\s*\n\s*/g, ' ')
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, () => value), line)
}

/** pgbench reads `:name` as a variable, within literals too; the unicode escape hides the colon. */
function quote(text: string): string {
  return `U&'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\003a')}'`
}
