import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import {
  assistant,
  callerOn,
  calls,
  freshScope,
  freshSession,
  processOn,
  result,
  user,
} from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

const contents = (messages: readonly { content?: unknown }[]) => messages.map(({ content }) => content)

describe('memory.read with tags', () => {
  it('W4: all pairs must match; the window is over what matches', async () => {
    const { read, write } = freshSession(context)
    for (let index = 0; index < 6; index += 1) {
      await write([user(`q${index}`), assistant(`a${index}`)], {
        mode: 'append',
        tags: { topic: index % 2 ? 'odd' : 'even', ...(index > 2 ? { late: '' } : {}) },
      })
    }
    expect(contents((await read({ tags: { topic: 'odd' } })).messages)).toEqual(['q1', 'a1', 'q3', 'a3', 'q5', 'a5'])
    expect(contents((await read({ tags: { topic: 'odd', late: '' } })).messages)).toEqual(['q3', 'a3', 'q5', 'a5'])
    expect(contents((await read({ tags: { topic: 'odd' }, limit: 3 })).messages)).toEqual(['a3', 'q5', 'a5'])
    expect((await read({ tags: { topic: 'none' } })).messages).toEqual([])
    const given = await read({ tags: { topic: 'even' } })
    expect(given.window).toMatchObject({
      messages: 6,
      totalMessages: 12,
      ranges: [
        [1, 2],
        [5, 6],
        [9, 10],
      ],
    })
  })

  it('W4: an exchange that the filter cuts is dropped, and one that spans two matching entries stays', async () => {
    const { read, write } = freshSession(context)
    await write([user('q1'), calls('a')], { mode: 'append', tags: { t: '1' } })
    await write([result('a'), assistant('a1')], { mode: 'append' })
    await write([user('q2'), calls('b')], { mode: 'append', tags: { t: '1' } })
    await write([result('b'), assistant('a2')], { mode: 'append', tags: { t: '1' } })
    expect(contents((await read({ tags: { t: '1' } })).messages)).toEqual(['q1', 'q2', null, 'result of b', 'a2'])
  })

  it('R2: what a filtered read gave is known when it comes back', async () => {
    const { read, write } = freshSession(context)
    for (let index = 0; index < 4; index += 1) {
      await write([user(`q${index}`), assistant(`a${index}`)], { mode: 'append', tags: { n: String(index % 2) } })
    }
    const run = await read({ tags: { n: '0' } })
    expect(await write([...run.messages, user('new')], { readId: run.readId })).toMatchObject({
      appended: 1,
      matched: 4,
    })
    const bare = run.messages.map(({ role, content }) => ({ role, content }))
    expect(await write([...bare, user('new'), assistant('yes')], { readId: run.readId, runId: 'r' })).toMatchObject({
      appended: 1,
      matched: 5,
    })
  })
})

describe('memory.entries', () => {
  it('lists the writes oldest first, with their messages, metadata and what the agent had been given', async () => {
    const { session, read, write } = freshSession(context)
    const loci = callerOn(context)
    await write([user('q1'), assistant('a1')], { agentName: 'agent', tags: { a: '1', label: '' }, runId: 'r1' })
    const run = await read({ query: 'q1 or a1?' })
    await write([...run.messages, user('q2'), assistant('a2')], {
      readId: run.readId,
      run: { model: 'm', usage: { output: 3 }, latencyMs: 12 },
      ttl: 60,
    })
    const { items, nextCursor } = await loci.memory.entries(session)
    expect(nextCursor).toBeNull()
    const [first, second] = JSON.parse(JSON.stringify(items))
    expect(first).toMatchObject({
      threadId: 's',
      scope: session.scope,
      firstSeq: 1,
      lastSeq: 2,
      metadata: { agentName: 'agent', runId: 'r1', tags: { a: '1', label: '' }, expiresAt: null },
      run: null,
      read: null,
    })
    expect(first.metadata.tokenCount).toBeGreaterThan(8)
    expect(first.metadata.accessedAt).toMatch(/^\d{4}-/)
    expect(contents(second.messages)).toEqual(['q2', 'a2'])
    expect(second).toMatchObject({
      run: { model: 'm', usage: { output: 3 }, latencyMs: 12 },
      read: {
        uid: first.threadUid,
        revision: 1,
        ranges: [[1, 2]],
        count: 2,
        query: 'q1 or a1?',
        source: 'default',
        configVersion: 0,
      },
    })
    expect(Date.parse(second.metadata.expiresAt) - Date.parse(second.metadata.createdAt)).toBeGreaterThan(50_000)
  })

  it('R1: what was only appended keeps the read that it followed too, of this thread and of no other', async () => {
    const { session, read, write } = freshSession(context)
    const loci = callerOn(context)
    await write([user('q1'), assistant('a1')])
    const { readId } = await read()
    await write([user('q2'), assistant('a2')], { readId, mode: 'append' })
    const other = { ...session, sessionId: 'other' }
    await loci.memory.write({ ...other, messages: [user('q1')], readId, mode: 'append' })
    await loci.threads.delete({ threadId: 's', scope: session.scope })
    await write([user('anew')], { readId, mode: 'append' })
    const readsOf = async (of: typeof session) =>
      JSON.parse(JSON.stringify((await loci.memory.entries(of)).items)).map(
        (entry: { read: { count: number } | null }) => entry.read?.count ?? null,
      )
    expect(await readsOf(session)).toEqual([null])
    expect(await readsOf(other)).toEqual([null])
    const deleted = await ownerQuery<{ read: string | null }>(
      database,
      `SELECT e.read FROM entry e JOIN thread t ON t.tenant = e.tenant AND t.uid = e.thread_uid
       WHERE e.tenant = $1 AND t.deleted_at IS NOT NULL ORDER BY e.first_seq`,
      [session.scope.tenant],
    )
    expect(deleted.map((entry) => (entry.read === null ? null : JSON.parse(entry.read).count))).toEqual([null, 2])
  })

  it('R3: one by its id, with the differences that its write had met', async () => {
    const { session, write } = freshSession(context)
    const loci = callerOn(context)
    await write([user('q1', { id: 'm1' }), assistant('a1', { id: 'm2' })])
    await write([user('altered', { id: 'm1' }), assistant('a1', { id: 'm2' }), user('q2', { id: 'm3' })])
    const { items } = await loci.memory.entries(session)
    const [first, second] = items
    expect(first?.conflicts).toEqual([])
    const bare = await loci.memory.entries({ ...session, withMessages: false })
    expect(bare.items).toEqual(items.map((entry) => ({ ...entry, messages: [] })))
    const alone = await loci.memory.entries({ ...session, entryId: second?.id })
    expect(alone.items.map(({ id }) => id)).toEqual([second?.id])
    expect(alone.items[0]?.conflicts).toEqual([{ index: 0, seq: 1, reason: 'content-differs' }])
    const missing = '0190a000-0000-7000-8000-00000000dead'
    expect((await loci.memory.entries({ ...session, entryId: missing })).items).toEqual([])
  })

  it('pages by a cursor that belongs to its list', async () => {
    const { session, write } = freshSession(context)
    const loci = callerOn(context)
    for (let index = 0; index < 7; index += 1)
      await write([user(`q${index}`)], { mode: 'append', tags: { n: String(index % 2) } })
    const readAll = async (order?: 'asc' | 'desc') => {
      const seen: unknown[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await loci.memory.entries({ ...session, limit: 3, cursor, order })
        seen.push(...page.items.map(({ firstSeq }) => firstSeq))
        if (page.nextCursor === null) return seen
        cursor = page.nextCursor
      }
    }
    expect(await readAll()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await readAll('desc'), 'newest first').toEqual([7, 6, 5, 4, 3, 2, 1])
    const page = await loci.memory.entries({ ...session, limit: 3 })
    const elsewhere = loci.memory.entries({ scope: freshScope(), cursor: page.nextCursor ?? '' })
    await expect(elsewhere).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const turned = loci.memory.entries({ ...session, order: 'desc', cursor: page.nextCursor ?? '' })
    await expect(turned, 'the other way round is another list').rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const tagged = await loci.memory.entries({ scope: session.scope, tags: { n: '1' } })
    expect(tagged.items.map(({ firstSeq }) => firstSeq)).toEqual([2, 4, 6])
  })
})

describe('accessedAt', () => {
  const timesOf = async (tenant: string) =>
    (
      await ownerQuery<{ accessed: Date; updated: Date; last: Date }>(
        database,
        'select accessed_at as accessed, updated_at as updated, last_message_at as last from thread where tenant = $1',
        [tenant],
      )
    )[0]

  it("moves with an agent's read, at most once a minute, in a batch; a person's look moves nothing", async () => {
    const { session, read, write } = freshSession(context)
    await write([user('q')])
    const { tenant } = session.scope
    await ownerQuery(database, `update thread set accessed_at = now() - interval '1 hour' where tenant = $1`, [tenant])
    const before = await timesOf(tenant)

    const people = callContext(database, operatorOf('reviewer'))
    await callerOn(people).memory.read(session)
    await callerOn(people).messages.window({ threadId: 's', scope: session.scope })
    await people.accessClock.flush()
    expect(await timesOf(tenant)).toEqual(before)

    await read()
    expect(await timesOf(tenant)).toEqual(before)
    await context.accessClock.flush()
    const after = await timesOf(tenant)
    expect(Date.now() - (after?.accessed.getTime() ?? 0)).toBeLessThan(60_000)
    expect([after?.updated, after?.last]).toEqual([before?.updated, before?.last])

    await read()
    await context.accessClock.flush()
    expect(await timesOf(tenant)).toEqual(after)
  })
})
