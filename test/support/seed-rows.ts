import type { Scope } from '../../memory/scope'
import type { TestDatabase } from './database'
import { ownerQuery } from './owner-query'

/**
 * Many threads without messages, by one statement: `thread 1` is the oldest, each a second younger than the one before
 * (with `sameTime` all of one time), the last one of now.
 */
export async function seedThreadRows(
  database: TestDatabase,
  { scope, count, sameTime = false }: { scope: Scope; count: number; sameTime?: boolean },
): Promise<void> {
  await ownerQuery(
    database,
    `with s as (insert into scope (tenant, id, subject) values ($1, gen_random_uuid(), $2) returning tenant, id)
     insert into thread (tenant, scope_id, uid, thread_id, counter, created_at, updated_at, last_message_at, accessed_at)
     select s.tenant, s.id, gen_random_uuid(), 'thread ' || n, 'none', at, at, at, at
     from s, generate_series(1, $3::int) n, lateral (select now() - $4::int * ($3::int - n) * interval '1 second' as at) a`,
    [scope.tenant, scope.subject, count, sameTime ? 0 : 1],
  )
}

/** Turns of user and assistant behind the two messages that the scope's only thread has, `count` messages in all, each with this text. */
export async function seedMessageRows(
  database: TestDatabase,
  { scope, count, content }: { scope: Scope; count: number; content: string },
): Promise<void> {
  await ownerQuery(
    database,
    `insert into message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw)
     select m.tenant, m.scope_id, m.thread_uid, n, 'm' || n, m.entry_id, r.role, (n + 1) / 2, m.tokens, m.tokens::bigint * n, m.hash,
            json_build_object('id', 'm' || n, 'role', r.role, 'content', $4::text)::text
     from message m, scope s, generate_series(3, $3::int) n,
          lateral (select case when n % 2 = 1 then 'user' else 'assistant' end as role) r
     where s.tenant = $1 and s.subject = $2 and m.tenant = s.tenant and m.scope_id = s.id and m.seq = 1`,
    [scope.tenant, scope.subject, count, content],
  )
  await ownerQuery(
    database,
    `with e as (update entry set last_seq = $3 where tenant = $1 and scope_id = (select id from scope where tenant = $1 and subject = $2))
     update thread set message_count = $3, last_turn = $3 / 2, last_turn_seq = $3 - 1, token_count = (
       select max(running_tokens) from message m where m.tenant = thread.tenant and m.thread_uid = thread.uid)
     where tenant = $1 and scope_id = (select id from scope where tenant = $1 and subject = $2)`,
    [scope.tenant, scope.subject, count],
  )
}
