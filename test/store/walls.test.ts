import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withReach } from '../../server/store/reach'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, seedWrite, user } from '../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  for (const [tenant, subject] of [
    ['a', 'one'],
    ['a', 'two'],
    ['b', 'one'],
  ]) {
    const messages = [user('hello'), assistant('hi')]
    const scope = { tenant: tenant ?? '', subject: subject ?? '' }
    const uid = await seedWrite(database, { scope, threadId: 'same', messages, tags: { channel: 'mail' } })
    await withReach(database.pools.application, { kind: 'scope', ...scope }, async ({ client }) => {
      const key = 'SELECT tenant, scope_id, uid'
      await client.query(
        `INSERT INTO pin (tenant, scope_id, thread_uid, seq, created_by) ${key}, 1, '' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO thread_tag (tenant, scope_id, thread_uid, key, value) ${key}, 'k', '' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
         ${key}, 1, 2, '', 0, '', '', 0 FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(`INSERT INTO summary_state (tenant, scope_id, thread_uid) ${key} FROM thread WHERE uid = $1`, [
        uid,
      ])
      await client.query(
        `INSERT INTO message_vector (tenant, scope_id, thread_uid, seq, model, dimensions, vector, message_at)
         ${key}, 1, 'm', 1, '', now() FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO embedding (tenant, scope_id, thread_uid, model) ${key}, 'm' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO thread_sweep (tenant, scope_id, thread_uid, through_seq, token_count) ${key}, 2, 0 FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO thread_signal (tenant, scope_id, thread_uid, signal, count, first_seq, last_seq, at)
         ${key}, 'unanswered', 1, 1, 1, now() FROM thread WHERE uid = $1`,
        [uid],
      )
      const scopeKey = 'SELECT tenant, scope_id'
      await client.query(
        `INSERT INTO activity (tenant, scope_id, agent_name, hour) ${scopeKey}, '', now() FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO scope_total (tenant, scope_id, threads, messages, tokens) ${scopeKey}, 1, 2, 2 FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO redaction (tenant, scope_id, thread_uid, seq, original_hash, created_by)
         ${key}, 1, '', '' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO note (tenant, scope_id, thread_uid, id, text, created_by)
         ${key}, gen_random_uuid(), '', '' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO inbox_item (tenant, scope_id, thread_uid, id, operator_id, kind, actor_id)
         ${key}, gen_random_uuid(), '', 'note', '' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO thread_review (tenant, scope_id, thread_uid, status) ${key}, 'open' FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO review_record (tenant, scope_id, thread_uid, id, reviewer, through_seq)
         ${key}, gen_random_uuid(), '', 1 FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO feedback (tenant, scope_id, thread_uid, id, value)
         ${key}, gen_random_uuid(), 1 FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO thread_reveal (tenant, scope_id, thread_uid, operator_id, until)
         ${key}, 'somebody', now() FROM thread WHERE uid = $1`,
        [uid],
      )
      await client.query(
        `INSERT INTO lineage (tenant, scope_id, thread_uid, root_uid) ${key}, uid FROM thread WHERE uid = $1`,
        [uid],
      )
    })
  }
})
afterAll(() => database.close())

/** From the catalog, so that a table that is added later is looked at too. */
async function scopedTables(): Promise<{ name: string; enabled: boolean; forced: boolean }[]> {
  const { rows } = await database.pools.application.query(
    `SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND (c.relname = 'scope' OR EXISTS (
         SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('scope_id', 'thread_uid') AND NOT a.attisdropped))
     ORDER BY 1`,
  )
  return rows
}

const countOf = `SELECT count(*)::int AS count`

describe('the second wall', () => {
  it('S2: stands, and binds the owner too, on every table of a scope', async () => {
    const tables = await scopedTables()
    expect(tables.length).toBeGreaterThanOrEqual(8)
    for (const table of tables) expect(table).toEqual({ name: table.name, enabled: true, forced: true })
  })

  it('S2: shows nothing to a transaction without a reach, and takes nothing from it', async () => {
    const client = await database.pools.application.connect()
    try {
      for (const { name } of await scopedTables()) {
        await client.query('BEGIN')
        expect((await client.query(`${countOf} FROM "${name}"`)).rows).toEqual([{ count: 0 }])
        expect((await client.query(`DELETE FROM "${name}"`)).rowCount).toBe(0)
        await client.query('ROLLBACK')
      }
    } finally {
      client.release()
    }
  })

  it('S2: shows one scope, one tenant, some tenants or everything, as was entered, and forgets it with the transaction', async () => {
    const { application } = database.pools
    // What names threads of any scope, without a tenant of its own, is seen in the reach 'all' alone: it has no thirds.
    const tables = (await scopedTables()).filter(({ name }) => name !== 'bulk_target')
    for (const { name } of tables) {
      const seen = (reach: Parameters<typeof withReach>[1]) =>
        withReach(
          application,
          reach,
          async ({ client }) => (await client.query(`${countOf} FROM "${name}"`)).rows[0].count,
        )
      const all = await seen({ kind: 'all' })
      expect(all).toBeGreaterThan(0)
      expect(await seen({ kind: 'tenant', tenant: 'a' })).toBe((all / 3) * 2)
      expect(await seen({ kind: 'tenants', tenants: ['b', 'c'] })).toBe(all / 3)
      expect(await seen({ kind: 'tenants', tenants: ['a', 'b'] })).toBe(all)
      expect(await seen({ kind: 'tenants', tenants: [] })).toBe(0)
      expect(await seen({ kind: 'scope', tenant: 'a', subject: 'one' })).toBe(all / 3)
      expect(await seen({ kind: 'scope', tenant: 'a', subject: 'nobody' })).toBe(0)
      expect((await application.query(`${countOf} FROM "${name}"`)).rows).toEqual([{ count: 0 }])
    }
  })

  it('S4: lets nobody write into a scope that was not entered', async () => {
    const write = withReach(database.pools.application, { kind: 'scope', tenant: 'a', subject: 'one' }, ({ client }) =>
      client.query(
        `INSERT INTO scope (tenant, id, subject) VALUES ('b', '0190a000-0000-7000-8000-000000000009', 'stolen')`,
      ),
    )
    await expect(write).rejects.toThrow(/row-level security/)
  })
})
