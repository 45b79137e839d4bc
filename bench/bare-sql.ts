import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { ModelMessage } from '../memory/message'
import { countMessageTokens } from '../memory/token-counter'
import { messageHash } from '../server/services/memory/message-hash'
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

/** What memory.read finds, in one statement of a program that trusts itself: past the wall, it decides nothing. */
export async function bareRead(owner: pg.Pool, thread: BareThread): Promise<{ raw: string }[]> {
  const { rows } = await owner.query<{ raw: string }>({ name: 'bare-read', text: READ, values: namesOf(thread) })
  return rows.reverse()
}

/** The same behind the wall, as memory.read reads: the scope is entered for one transaction of named statements. */
export async function walledRead(application: pg.Pool, thread: BareThread): Promise<{ raw: string }[]> {
  return inScope(application, thread, async (client) => {
    const { rows } = await client.query<{ raw: string }>({ name: 'bare-read', text: READ, values: namesOf(thread) })
    return rows.reverse()
  })
}

async function inScope<T>(pool: pg.Pool, thread: BareThread, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isOver = false
  try {
    await client.query({ name: 'begin', text: 'BEGIN' })
    const scope = [thread.tenant, thread.subject]
    await client.query({ name: 'enter-scope', text: 'SELECT loci_enter_scope($1, $2)', values: scope })
    const result = await work(client)
    await client.query({ name: 'commit', text: 'COMMIT' })
    isOver = true
    return result
  } finally {
    // A connection whose transaction was left open is not used again.
    client.release(!isOver)
  }
}

const namesOf = ({ tenant, subject, threadId }: BareThread) => [tenant, subject, threadId]

/** The same as a script of pgbench. */
export function readScript(thread: BareThread): string {
  return `${inline(READ, { $1: quote(thread.tenant), $2: quote(thread.subject), $3: quote(thread.threadId) })};\n`
}

const APPEND = `WITH t AS (
    UPDATE thread SET message_count = message_count + 4, token_count = token_count + $7::int, revision = revision + 1,
      last_turn = last_turn + 1, last_turn_seq = message_count + 1, updated_at = now(), last_message_at = now()
    WHERE tenant = $1 AND scope_id = $2 AND uid = $3 RETURNING message_count - 4 AS base, token_count, last_turn
  ), e AS (
    INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, idempotency_key)
    SELECT $1, $2, $3, $4, 'append', base + 1, base + 4, $7::int, $5 FROM t
  )
  INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw, search)
  SELECT $1, $2, $3, t.base + m.i, m.id || $5, $4, 'user', t.last_turn, m.n,
    t.token_count - $7::int + sum(m.n) OVER (ORDER BY m.i), decode(m.h, 'hex'), m.raw,
    CASE WHEN m.s <> '' THEN loci_search_vector($1, $2, $3, m.s) END
  FROM t, jsonb_to_recordset($6::jsonb) AS m(i int, id text, n int, h text, raw text, s text)`

/** The rows that a write makes, by a program that trusts itself: one statement past the wall, nothing counted or hashed. */
export async function bareAppend(owner: pg.Pool, thread: BareThread, messages: readonly ModelMessage[]): Promise<void> {
  await owner.query(appendOf(thread, messages.map(asGuessed)))
}

/** The same as memory.write stores them: behind the wall, with the tokens and the hash of each message. */
export async function walledAppend(
  application: pg.Pool,
  thread: BareThread,
  messages: readonly ModelMessage[],
): Promise<void> {
  const statement = appendOf(
    thread,
    messages.map((message) => ({
      message,
      tokens: countMessageTokens(message),
      hash: messageHash(message).toString('hex'),
    })),
  )
  await inScope(application, thread, (client) => client.query(statement))
}

interface CountedMessage {
  message: ModelMessage
  tokens: number
  hash: string
}

const asGuessed = (message: ModelMessage): CountedMessage => ({
  message,
  tokens: 20,
  hash: '0123456789abcdef'.repeat(4),
})

function appendOf(thread: BareThread, messages: readonly CountedMessage[]): pg.QueryConfig {
  const tokens = messages.reduce((sum, message) => sum + message.tokens, 0)
  const values = [thread.tenant, thread.scopeId, thread.uid, uuidv7(), uuidv7(), rowsOf(messages), tokens]
  return { name: 'bare-append', text: APPEND, values }
}

/** The same as a script of pgbench. `:client_id` is the last digit of the thread's uid where `ownThreads` is set. */
export function appendScript(thread: BareThread, messages: readonly ModelMessage[], ownThreads: boolean): string {
  const uid = ownThreads ? `('${thread.uid.slice(0, -1)}' || :client_id)::uuid` : `'${thread.uid}'::uuid`
  const statement = APPEND.replaceAll('WITH t AS', 'WITH made AS MATERIALIZED (SELECT gen_random_uuid() AS id), t AS')
  return `${inline(statement, {
    '$6::jsonb': `${quote(rowsOf(messages.map(asGuessed)))}::jsonb`,
    '$7::int': `${messages.length * 20}`,
    $4: '(SELECT id FROM made)',
    $5: '(SELECT id::text FROM made)',
    $1: quote(thread.tenant),
    $2: `'${thread.scopeId}'::uuid`,
    $3: uid,
  })};\n`
}

function rowsOf(messages: readonly CountedMessage[]): string {
  return JSON.stringify(
    messages.map(({ message, tokens, hash }, index) => ({
      i: index + 1,
      id: `m${index}-`,
      n: tokens,
      h: hash,
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
