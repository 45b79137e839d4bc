import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import { purgeExpired, TRASH_KEPT_MS } from '../../../server/services/threads/purge-threads'
import { withReach } from '../../../server/store/reach'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { freshSession, processOn } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(threadsRouter)
const lead = () => callerOf(callContext(database, operatorOf('lead')))
const query = <T extends object>(text: string, values: unknown[] = []) =>
  withReach(
    database.pools.background,
    { kind: 'all' },
    async ({ client }) => (await client.query<T>(text, values)).rows,
  )

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

describe('threads.delete and threads.restore', () => {
  it('S3: deleted and absent answer alike everywhere; a second delete says 0', async () => {
    const scope = { tenant: 'trash', subject: 'alike' }
    const uid = await seedWrite(database, { scope, threadId: 'gone', messages: [user('needle'), assistant('Hi')] })
    expect(await lead().delete({ scope, threadId: 'gone' })).toEqual({ deleted: 1, uid })
    for (const named of [{ uid }, { scope, threadId: 'gone' }, { uid: uuidv7() }]) {
      expect(await lead().delete(named)).toEqual({ deleted: 0, uid: null })
    }
    const answers = await Promise.all(
      [{ scope, threadId: 'gone' }, { scope, threadId: 'absent' }, { uid }, { uid: uuidv7() }].flatMap((named) => [
        refusal(lead().get(named)),
        refusal(lead().update({ ...named, title: 'x' })),
        refusal(lead().lineage(named)),
        refusal(lead().fork({ scope, fromThreadId: named.threadId, fromUid: named.uid, threadId: 'fork' })),
      ]),
    )
    expect(new Set(answers).size).toBe(1)
    expect((await lead().list({ scope })).items).toEqual([])
    expect((await lead().list({ scope, text: 'needle' })).items).toEqual([])
    expect((await lead().list({ scope, deleted: true })).items).toMatchObject([{ uid, messageCount: 2 }])
    expect(await lead().get({ uid, deleted: true })).toMatchObject({ uid, threadId: 'gone' })
  })

  it('restores as it was, the newest of an id first, or by uid', async () => {
    const scope = { tenant: 'trash', subject: 'restore' }
    const first = await seedWrite(database, { scope, threadId: 'same', messages: [user('first')] })
    const before = await lead().update({ uid: first, title: 'First', tags: { a: '' } })
    await lead().delete({ uid: first })
    const second = await seedWrite(database, { scope, threadId: 'same', messages: [user('second')] })
    expect(second).not.toBe(first)
    await lead().delete({ uid: second })
    expect(await lead().get({ scope, threadId: 'same', deleted: true })).toMatchObject({ uid: second })
    expect(await lead().restore({ scope, threadId: 'same' })).toMatchObject({ uid: second, deletedAt: null })
    const taken = await refusal(lead().restore({ uid: first }))
    expect(taken).toBe('CONFLICT: A new thread has taken this id meanwhile: name another one as asThreadId.')
    expect(await refusal(lead().restore({ uid: first, asThreadId: 'same' }))).toMatch(/^CONFLICT/)
    const restored = await lead().restore({ uid: first, asThreadId: 'the first one' })
    expect(restored).toEqual({ ...before, threadId: 'the first one', updatedAt: restored.updatedAt })
    expect(await refusal(lead().restore({ uid: first }))).toMatch(/^NOT_FOUND/)
    expect(await refusal(lead().restore({ scope, threadId: 'same' }))).toMatch(/^NOT_FOUND/)
  })

  it('answers for each of a selection, across scopes', async () => {
    const scopes = ['bulk-a', 'bulk-b'].map((tenant) => ({ tenant, subject: '' }))
    const uids: string[] = []
    for (const scope of scopes) uids.push((await lead().create({ scope, threadId: 'bulk' })).uid)
    const [first = '', second = ''] = uids
    const absent = uuidv7()
    const done = uids.map((uid) => ({ uid, outcome: 'done' }))
    const missing = { uid: absent, outcome: 'not-found' }
    const change = { addTags: { a: '1', b: '' }, removeTags: ['b'] }
    expect((await lead().bulkTag({ uids: [...uids, absent, first], ...change })).items).toEqual([...done, missing])
    expect((await lead().get({ uid: second })).tags).toEqual({ a: '1' })
    expect((await lead().bulkDelete({ uids: [absent, ...uids] })).items).toEqual([missing, ...done])
    expect((await lead().bulkDelete({ uids })).items.map(({ outcome }) => outcome)).toEqual(['not-found', 'not-found'])
    await lead().create({ scope: scopes[0], threadId: 'bulk' })
    expect((await lead().bulkRestore({ uids })).items).toEqual([
      { uid: first, outcome: 'conflict' },
      { uid: second, outcome: 'done' },
    ])
    const full = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`tag-${index}`, '']))
    expect((await lead().bulkTag({ uids: [second], addTags: full })).items[0]?.outcome).toBe('too-many-tags')
    expect((await lead().get({ uid: second })).tags).toEqual({ a: '1' })
    const events = await query<{ action: string; object_id: string }>(
      `SELECT action, object_id FROM audit_event WHERE tenant = 'bulk-b' ORDER BY number`,
    )
    expect(events).toEqual(
      ['threads.tag', 'threads.delete', 'threads.restore'].map((action) => ({ action, object_id: second })),
    )
  })
})

describe('the purge', () => {
  it('leaves nothing of a thread but its place in the family, in whatever table', async () => {
    const scope = { tenant: 'purge', subject: '' }
    const messages = [user('hello'), assistant('hi')]
    const uid = await seedWrite(database, { scope, threadId: 'old', messages, tags: { channel: 'mail' } })
    await lead().update({ uid, tags: { plan: 'gold' } })
    const child = (await lead().fork({ scope, fromThreadId: 'old', threadId: 'child' })).thread
    await query(
      `INSERT INTO pin (tenant, scope_id, thread_uid, seq, created_by)
       SELECT tenant, scope_id, uid, 1, 'a test' FROM thread WHERE uid = $1`,
      [uid],
    )
    await query(
      `INSERT INTO job (id, kind, state, created_by) VALUES (gen_random_uuid(), 'threads.tag', 'done', 'a test')`,
    )
    // What background work and redaction leave with a thread; written by hand, so that every table has something.
    for (const derived of [
      `redaction (tenant, scope_id, thread_uid, seq, original_hash, created_by) SELECT tenant, scope_id, uid, 1, 'x', 'a test'`,
      `summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
       SELECT tenant, scope_id, uid, 1, 2, 'what was said', 4, 'm', 'p', 1`,
      'summary_state (tenant, scope_id, thread_uid) SELECT tenant, scope_id, uid',
      `message_vector (tenant, scope_id, thread_uid, seq, model, dimensions, vector, message_at)
       SELECT tenant, scope_id, uid, 1, 'm', 1, 'abcd', now()`,
      `embedding (tenant, scope_id, thread_uid, model) SELECT tenant, scope_id, uid, 'm'`,
      `note (tenant, scope_id, thread_uid, id, text, created_by)
       SELECT tenant, scope_id, uid, gen_random_uuid(), 'what we think', 'a test'`,
      `inbox_item (tenant, scope_id, thread_uid, id, operator_id, kind, actor_id)
       SELECT tenant, scope_id, uid, gen_random_uuid(), 'somebody', 'note', 'a test'`,
      `thread_reveal (tenant, scope_id, thread_uid, operator_id, until) SELECT tenant, scope_id, uid, 'somebody', now()`,
      'thread_sweep (tenant, scope_id, thread_uid, through_seq, token_count) SELECT tenant, scope_id, uid, 2, 4',
      `thread_signal (tenant, scope_id, thread_uid, signal, count, first_seq, last_seq, at)
       SELECT tenant, scope_id, uid, 'unanswered', 1, 1, 2, now()`,
      `thread_review (tenant, scope_id, thread_uid, status) SELECT tenant, scope_id, uid, 'reviewed'`,
      `review_record (tenant, scope_id, thread_uid, id, reviewer, through_seq)
       SELECT tenant, scope_id, uid, gen_random_uuid(), 'a test', 2`,
      `feedback (tenant, scope_id, thread_uid, id, value, comment)
       SELECT tenant, scope_id, uid, gen_random_uuid(), 1, 'what the user said'`,
      'bulk_target (job_id, thread_uid) SELECT (SELECT id FROM job LIMIT 1), uid',
    ]) {
      await query(`INSERT INTO ${derived} FROM thread WHERE uid = $1 ON CONFLICT DO NOTHING`, [uid])
    }
    const young = (await lead().create({ scope, threadId: 'young' })).uid
    await lead().bulkDelete({ uids: [uid, young] })
    await query('UPDATE thread SET deleted_at = $2 WHERE uid = $1', [uid, new Date(Date.now() - TRASH_KEPT_MS - 1_000)])

    const tables = await query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'thread_uid' ORDER BY 1`,
    )
    expect(tables.length).toBeGreaterThanOrEqual(6)
    const rowsOf = async (of: string) => {
      const counts: Record<string, number> = {}
      for (const { name } of tables) {
        const [row] = await query<{ count: number }>(
          `SELECT count(*)::int AS count FROM "${name}" WHERE thread_uid = $1`,
          [of],
        )
        counts[name] = row?.count ?? 0
      }
      return counts
    }
    const before = await rowsOf(uid)
    expect(Object.values(before)).not.toContain(0)
    const ofChild = await rowsOf(child?.uid ?? '')

    const services = callContext(database, { kind: 'system' })
    expect(await purgeExpired(services)).toBe(1)
    expect(await purgeExpired(services)).toBe(0)
    expect(await rowsOf(uid)).toEqual({ ...Object.fromEntries(tables.map(({ name }) => [name, 0])), lineage: 1 })
    expect(await query('SELECT 1 FROM thread WHERE uid = $1', [uid])).toEqual([])
    expect(await rowsOf(child?.uid ?? '')).toEqual(ofChild)
    expect(await lead().get({ uid: young, deleted: true })).toMatchObject({ uid: young })
    expect((await lead().lineage({ uid: child?.uid })).items).toMatchObject([
      { uid, threadId: null, title: null, messageCount: null, deleted: false, purged: true },
      { uid: child?.uid, parentUid: uid, purged: false },
    ])
    expect(await refusal(lead().restore({ uid }))).toMatch(/^NOT_FOUND/)
  })

  it('removes a family of which nobody is left, and a scope with nothing in it', async () => {
    const scope = { tenant: 'purge-scope', subject: '' }
    const left = async () => ({
      lineage: await query('SELECT 1 FROM lineage WHERE tenant = $1', [scope.tenant]),
      scopes: await query('SELECT 1 FROM scope WHERE tenant = $1', [scope.tenant]),
    })
    const purge = async (uids: string[]) => {
      await lead().bulkDelete({ uids })
      await query(`UPDATE thread SET deleted_at = now() - interval '1 hour' WHERE uid = ANY ($1::uuid[])`, [uids])
      const services = callContext(database, { kind: 'system' })
      await Promise.all([purgeExpired(services, { keptMs: 60_000 }), purgeExpired(services, { keptMs: 60_000 })])
    }
    const uid = await seedWrite(database, { scope, threadId: 'root', messages: [user('hello'), assistant('hi')] })
    const fork = async (threadId: string) =>
      (await lead().fork({ scope, fromThreadId: 'root', threadId })).thread?.uid ?? ''
    const forks = [await fork('a'), await fork('b')]
    await purge([uid])
    expect(await left()).toMatchObject({ lineage: { length: 3 }, scopes: { length: 1 } })
    await purge(forks)
    expect(await left()).toMatchObject({ lineage: [], scopes: [] })
    await seedWrite(database, { scope, threadId: 'root', messages: [user('again')] })
    expect(await lead().list({ scope })).toMatchObject({ items: [{ threadId: 'root', messageCount: 1 }] })
  })

  it('R6: a write into a scope that is removed at this moment makes it anew', async () => {
    const context = processOn(database)
    const { session, write } = freshSession(context)
    const { scope } = session
    const first = await write([user('old')])
    await query('DELETE FROM thread WHERE uid = $1', [first.thread?.uid])
    const written = await withReach(database.pools.background, { kind: 'all' }, async ({ client }) => {
      const { rows } = await client.query('DELETE FROM scope WHERE tenant = $1 RETURNING id', [scope.tenant])
      expect(rows).toHaveLength(1)
      const writing = write([user('new'), assistant('yes')])
      await vi.waitFor(async () => {
        const waiting = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`
        expect(await ownerQuery(database, waiting)).toHaveLength(1)
      })
      return { writing }
    })
    expect(await written.writing).toMatchObject({ appended: 2, thread: { messageCount: 2 } })
  })

  it('takes any number of threads, and none that somebody restores', async () => {
    const scope = { tenant: 'purge-many', subject: '' }
    await withReach(database.pools.background, { kind: 'scope', ...scope }, async ({ client }) => {
      await client.query(`SELECT loci_make_scope('purge-many', '', $1)`, [uuidv7()])
      await client.query(
        `INSERT INTO thread (tenant, scope_id, uid, thread_id, counter, deleted_at)
         SELECT 'purge-many', current_setting('loci.scope')::uuid, gen_random_uuid(), n::text, 'x', now() - interval '1 hour'
         FROM generate_series(1, 45) n`,
      )
    })
    await lead().restore({ scope, threadId: '7' })
    const services = callContext(database, { kind: 'system' })
    const purged = await Promise.all([1, 2].map(() => purgeExpired(services, { keptMs: 60_000 })))
    expect((purged[0] ?? 0) + (purged[1] ?? 0)).toBe(44)
    expect((await lead().list({ scope })).items.map(({ threadId }) => threadId)).toEqual(['7'])
  })
})
