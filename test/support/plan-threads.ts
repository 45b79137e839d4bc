import type { TestDatabase } from './database'
import { assistant, callerOn, processOn, user } from './memory-caller'
import { ownerQuery } from './owner-query'

/**
 * Threads whose plans are looked at: `short` (130 messages), `long` (10,080), thirty of 40 messages, and 3,000 empty ones
 * with pins and summaries, so that no table is small enough to be read whole.
 */
export async function seedPlanThreads(
  database: TestDatabase,
  scope: { tenant: string; subject: string },
): Promise<void> {
  const loci = callerOn(processOn(database))
  const turns = (count: number) =>
    Array.from({ length: count }, (_, index) => [user(`question ${index}`), assistant(`answer ${index}`)]).flat()
  await loci.memory.write({ sessionId: 'short', scope, messages: turns(25) })
  await loci.memory.write({ sessionId: 'long', scope, messages: turns(5_000) })
  for (let index = 0; index < 30; index += 1) {
    await loci.memory.write({ sessionId: `other ${index}`, scope, messages: turns(20) })
  }
  for (const sessionId of ['short', 'long']) {
    for (let index = 0; index < 40; index += 1) {
      const tags = { kind: 'common', ...(index === 7 ? { rare: 'yes' } : {}) }
      await loci.memory.write({ sessionId, scope, tags, runId: `run ${index}`, mode: 'append', messages: turns(1) })
    }
  }
  await ownerQuery(
    database,
    `insert into thread (tenant, scope_id, uid, thread_id, counter)
     select s.tenant, s.id, gen_random_uuid(), 'filler ' || n, 'none' from scope s, generate_series(1, 3000) n`,
  )
  await ownerQuery(
    database,
    `insert into pin (tenant, scope_id, thread_uid, seq, created_by)
     select tenant, scope_id, uid, 1, 'test' from thread where thread_id like 'filler%'`,
  )
  await ownerQuery(
    database,
    `insert into summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     select tenant, scope_id, uid, v, 1000 * v, 'what was said', 40, 'm', 'p', 1
     from thread, generate_series(1, 3) v where thread_id = 'long' or thread_id like 'filler%'`,
  )
  await ownerQuery(
    database,
    `insert into summary_state (tenant, scope_id, thread_uid, last_version)
     select tenant, scope_id, uid, 3 from thread where thread_id = 'long' or thread_id like 'filler%'`,
  )
  await ownerQuery(database, 'analyze')
}
