import type pg from 'pg'
import { searchVector } from '../server/store/search-text'

/** What the desk is measured on. */
export interface DeskSize {
  /** Threads of 20 messages, over 90 days, 10 tenants with 500 subjects each and 12 agents. */
  threads: number
  /** Messages of one thread more. */
  longest: number
}

export const LONGEST_UID = '00000000-0000-7000-8000-0000000fffff'
export const LONGEST_TENANT = 'tenant-0'
const MESSAGES = 20
/** Different texts of messages; the one with number 0 stands in a single message. */
const PHRASES = 1_000
export const RARE_WORD = 'cobalt'

/** Fills an empty installation inside the database, as the owner, with text index, entries and tags as writes make them. */
export async function fillDesk(owner: pg.Client, { threads, longest }: DeskSize): Promise<void> {
  await owner.query(`INSERT INTO scope (tenant, id, subject)
    SELECT 'tenant-' || t, gen_random_uuid(), 'customer-' || s FROM generate_series(0, 9) t, generate_series(1, 500) s`)
  await owner.query(`INSERT INTO agent (name, first_seen_at, last_seen_at)
    SELECT 'agent-' || a, now() - interval '90 days', now() FROM generate_series(1, 12) a`)
  await owner.query(
    `CREATE TEMP TABLE made AS
     SELECT i, s.tenant, s.id AS scope_id, ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid AS uid,
       now() - interval '90 days' * ((i * 7919) % $1) / $1 AS at
     FROM generate_series(1, $1::int) i
     JOIN LATERAL (SELECT 'tenant-' || i % 10 AS tenant, 'customer-' || (i / 10) % 500 + 1 AS subject) p ON true
     JOIN scope s ON s.tenant = p.tenant AND s.subject = p.subject`,
    [threads],
  )
  await owner.query(
    `INSERT INTO thread (tenant, scope_id, uid, thread_id, agent_name, title, counter, message_count, token_count, last_turn,
       last_turn_seq, revision, first_line, last_line, created_at, updated_at, accessed_at, last_message_at)
     SELECT tenant, scope_id, uid, 'thread-' || i, 'agent-' || i % 12 + 1,
       (ARRAY['Where is parcel', 'Refund of order', 'Change of address for', 'Invoice', 'Damaged goods in'])[i % 5 + 1] || ' ' || i,
       'o200k_base', $1::int, $1::int * 40, $1::int / 2, $1::int - 1, 1, 'Where is parcel ' || i || '?', 'It comes today.', at, at, at, at
     FROM made`,
    [MESSAGES],
  )
  await owner.query(
    `INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, agent_name, created_at)
     SELECT tenant, scope_id, uid, gen_random_uuid(), 'append', e * 4 + 1, e * 4 + 4, 160, 'agent-' || i % 12 + 1, at
     FROM made, generate_series(0, $1::int / 4 - 1) e`,
    [MESSAGES],
  )
  await owner.query(`INSERT INTO thread_tag (tenant, scope_id, thread_uid, key, value)
    SELECT tenant, scope_id, uid, 'topic', 'topic-' || i % 40 FROM made WHERE i % 2 = 0`)
  await owner.query('CREATE TEMP TABLE phrase (n int PRIMARY KEY, text text, search text)')
  await owner.query('INSERT INTO phrase SELECT * FROM unnest($1::int[], $2::text[], $3::text[])', phraseColumns())
  await owner.query(
    `INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw, search, created_at)
     SELECT m.tenant, m.scope_id, m.uid, m.seq, 'm' || m.seq, m.uid, m.role, (m.seq + 1) / 2, 40, 40 * m.seq,
       sha256((m.i || '-' || m.seq)::bytea), json_build_object('role', m.role, 'content', p.text)::text,
       loci_search_vector(m.tenant, m.scope_id, m.uid, p.search), m.at
     FROM (SELECT made.*, seq, CASE WHEN seq % 2 = 1 THEN 'user' ELSE 'assistant' END AS role,
         CASE WHEN i = 1 AND seq = 1 THEN 0 ELSE 1 + (i::bigint * 31 + seq * 7) % ($2::int - 1) END AS n
       FROM made, generate_series(1, $1::int) seq) m
     JOIN phrase p ON p.n = m.n`,
    [MESSAGES, PHRASES],
  )
  await fillLongest(owner, longest)
  await owner.query('VACUUM ANALYZE')
}

async function fillLongest(owner: pg.Client, messages: number): Promise<void> {
  await owner.query(
    `INSERT INTO thread (tenant, scope_id, uid, thread_id, agent_name, title, counter, message_count, token_count, last_turn,
       last_turn_seq, revision, first_line, last_line, last_message_at)
     SELECT tenant, id, $1::uuid, 'longest', 'agent-1', 'The longest', 'o200k_base', $2::int, $2::int * 40, $2::int / 2,
       $2::int - 1, 1, 'The first', 'The last', now() FROM scope WHERE tenant = $3 LIMIT 1`,
    [LONGEST_UID, messages, LONGEST_TENANT],
  )
  await owner.query(
    `INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw, search)
     SELECT t.tenant, t.scope_id, t.uid, seq, 'm' || seq, t.uid, role, (seq + 1) / 2, 40, 40 * seq, sha256(('longest-' || seq)::bytea),
       json_build_object('role', role, 'content', 'Message ' || seq || repeat(': ' || p.text, seq % 7 + 1))::text,
       loci_search_vector(t.tenant, t.scope_id, t.uid, p.search)
     FROM thread t
       CROSS JOIN (SELECT seq, CASE WHEN seq % 2 = 1 THEN 'user' ELSE 'assistant' END AS role FROM generate_series(1, $2::int) seq) m
       JOIN phrase p ON p.n = 1 + seq % ($3::int - 1)
     WHERE t.uid = $1::uuid`,
    [LONGEST_UID, messages, PHRASES],
  )
}

function phraseColumns(): [number[], string[], string[]] {
  const texts = Array.from({ length: PHRASES }, (_, n) =>
    n === 0 ? `The ${RARE_WORD} parcel` : `Parcel ${n * 37} is on its way to depot ${n % 97} and comes before noon.`,
  )
  return [[...texts.keys()], texts, texts.map((content) => searchVector({ role: 'user', content }))]
}
