import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, freshScope, onTheWire, processOn, user } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'
import { seedThreadRows } from '../support/seed-rows'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

const bay = [user('And the parking bay?'), assistant('Bay 4 is free too')]
const codeOf = (call: Promise<unknown>) => call.then(String, (error: { code: string }) => error.code)

describe('what a thread says of itself', () => {
  it('B043: a time that a client sends stays in its message; order and last activity are ours (M3)', async () => {
    const { write, read, contents, stored, session } = begin()
    const createdAt = '2126-12-31T23:00:00Z'
    await write([user('early', { createdAt }), assistant('reply')])
    await write([user('early'), assistant('reply'), user('later'), assistant('done')])
    const order = ['early', 'reply', 'later', 'done']
    expect(await contents()).toEqual(order)
    expect((await read()).messages.map(({ content }) => content)).toEqual(order)
    expect((await stored())[0]).toMatchObject({ createdAt })
    const { items } = await callerOn(context).threads.list({ scope: session.scope })
    expect(items).toHaveLength(1)
    for (const time of [items[0]?.createdAt, items[0]?.lastMessageAt, items[0]?.updatedAt])
      expect(Math.abs(Date.now() - Date.parse(time ?? ''))).toBeLessThan(60_000)
  })

  it('B046: a write moves its thread to the top with its count, in the insert’s transaction; an echo does not', async () => {
    const { session } = begin()
    const { memory, threads } = callerOn(context)
    const write = (sessionId: string, messages: typeof bay) => memory.write({ ...session, sessionId, messages })
    await write('s1', bay)
    await write('s2', bay)
    const list = async () => (await threads.list({ scope: session.scope })).items
    expect((await list()).map(({ threadId }) => threadId)).toEqual(['s2', 's1'])
    await write('s1', [...bay, user('again'), assistant('hi')])
    expect((await list()).map(({ threadId, messageCount }) => [threadId, messageCount])).toEqual([
      ['s1', 4],
      ['s2', 2],
    ])
    const times = await ownerQuery<{ same: boolean }>(
      database,
      `select t.last_message_at = max(m.created_at) as same from thread t
       join message m on m.tenant = t.tenant and m.scope_id = t.scope_id and m.thread_uid = t.uid
       where t.tenant = $1 group by t.uid, t.last_message_at`,
      [session.scope.tenant],
    )
    expect(times).toEqual([{ same: true }, { same: true }])
    const before = (await list())[1]?.lastMessageAt
    expect(await write('s2', bay)).toMatchObject({ appended: 0, matched: 2 })
    expect((await list()).map(({ threadId }) => threadId)).toEqual(['s1', 's2'])
    expect((await list())[1]?.lastMessageAt).toBe(before)
  })

  it('B109: metadata is merged by key; a write without it changes neither it nor title and tags', async () => {
    const { write, session } = begin()
    const { threads } = callerOn(context)
    const named = { threadId: 's', scope: session.scope }
    const longer = [...bay, user('x'), assistant('y')]
    await write(bay, { metadata: { a: 1 } })
    await threads.update({ ...named, metadata: { b: 2 }, title: 'Parking', addTags: { vip: '' } })
    expect(onTheWire(await threads.get(named)).metadata).toEqual({ a: 1, b: 2 })
    await write(longer, { metadata: { a: 3 } })
    const whole = { metadata: { a: 3, b: 2 }, title: 'Parking', tags: { vip: '' }, messageCount: 4 }
    expect(onTheWire(await threads.get(named))).toMatchObject(whole)
    await write(longer)
    expect(onTheWire(await threads.get(named))).toMatchObject(whole)
    expect(Object.keys(onTheWire(await threads.get(named)).metadata)).toHaveLength(2)
  })
})

describe('what is deleted', () => {
  it('B101: a second delete answers 0, nothing is read, forked or found (S3)', async () => {
    const { write, read, session } = begin()
    const { threads } = callerOn(context)
    const named = { threadId: 's', scope: session.scope }
    await write(bay)
    expect((await threads.delete(named)).deleted).toBe(1)
    expect(await threads.delete(named)).toEqual({ deleted: 0, uid: null })
    expect((await read()).messages).toEqual([])
    expect(await codeOf(threads.fork({ threadId: 'f', fromThreadId: 's', scope: session.scope }))).toBe('NOT_FOUND')
    expect(await codeOf(threads.get(named))).toBe('NOT_FOUND')
    expect(await codeOf(threads.get({ ...named, threadId: 'f' }))).toBe('NOT_FOUND')
  })

  it('B128: 6,000 messages are one write of one entry, whatever a statement can bind', async () => {
    const { write, session } = begin()
    const messages = Array.from({ length: 3_000 }, () => [user('m'), assistant('m')]).flat()
    expect(await write(messages)).toMatchObject({ appended: 6_000, thread: { messageCount: 6_000 } })
    const entries = await ownerQuery(database, 'select first_seq, last_seq from entry where tenant = $1', [
      session.scope.tenant,
    ])
    expect(entries).toEqual([{ first_seq: 1, last_seq: 6_000 }])
  })

  it('B128: 40,000 threads are one clear, whose cost follows their number', async () => {
    const scope = freshScope()
    await seedThreadRows(database, { scope, count: 40_000 })
    expect(await callerOn(context).memory.clear({ all: true, scope })).toEqual({ threads: 40_000, messages: 0 })
    expect((await callerOn(context).threads.list({ scope })).items).toEqual([])
  }, 60_000)
})
