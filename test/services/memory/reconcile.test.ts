import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, calls, freshSession, processOn, result, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

const contents = (messages: readonly { content?: unknown }[]) => messages.map(({ content }) => content)
async function stored(session: { sessionId: string; scope: { tenant: string; subject: string } }) {
  const { items } = await callerOn(context).messages.list({
    threadId: session.sessionId,
    scope: session.scope,
    limit: 200,
  })
  return items.map(({ message }) => JSON.parse(JSON.stringify(message)))
}

describe('memory.write finds out what is new', () => {
  it('R1, R4: answers with what was appended, matched and left out, and with the thread as it stands', async () => {
    const { read, write } = freshSession(context)
    const first = await write([user('q1'), assistant('a1')])
    expect(first).toMatchObject({ appended: 2, matched: 0, skippedSystem: 0, conflicts: [] })
    expect(first.thread).toMatchObject({ messageCount: 2, revision: 1 })
    const { messages, readId } = await read()
    const instructions = { role: 'system' as const, content: 'be kind' }
    const second = await write([instructions, ...messages, user('q2', { id: 'mine' })], { readId })
    expect(second).toMatchObject({ appended: 1, matched: 2, skippedSystem: 1, conflicts: [] })
    expect(second.messages).toEqual([{ id: 'mine', seq: 3 }])
    expect(second.entryId).not.toBe(first.entryId)
    expect(second.thread).toEqual({
      uid: first.thread?.uid,
      messageCount: 3,
      tokenCount: expect.any(Number),
      revision: 2,
    })
  })

  it('R2 a: by ids, whatever else became of the echo', async () => {
    const { session, read, write } = freshSession(context)
    await write([user('q1'), assistant('a1')])
    const { messages } = await read()
    const echo = messages.map(({ id, role, content }) => ({ id, role, content }))
    const answer = await write([...echo, user('q2', { id: 'mine' }), assistant('a2')])
    expect(answer).toMatchObject({ appended: 2, matched: 2, conflicts: [] })
    expect(answer.messages[0]).toEqual({ id: 'mine', seq: 3 })
    expect(contents(await stored(session))).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('R2 a, R3: a changed echo is reported and never rewritten', async () => {
    const { session, read, write } = freshSession(context)
    await write([user('q1'), assistant('a1')])
    const { messages } = await read()
    const changed = messages.map((message) => ({ ...message, content: `${message.content}!` }))
    const answer = await write([...changed, user('q2'), assistant('a2')])
    expect(answer.conflicts.map(({ reason }) => reason)).toEqual(['content-differs', 'content-differs'])
    expect(contents(await stored(session))).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('R2 b: with a read token a window from mid-thread is known, also when the ids are lost', async () => {
    const { session, read, write } = freshSession(context)
    for (const name of ['1', '2', '3', '4']) await write([user(`q${name}`), assistant(`a${name}`)], { mode: 'append' })
    const run = await read({ limit: 4 })
    expect(contents(run.messages)).toEqual(['q3', 'a3', 'q4', 'a4'])
    const bare = run.messages.map(({ role, content }) => ({ role, content }))
    const answer = await write([{ role: 'system', content: 's' }, ...bare, user('q5'), assistant('a5')], {
      readId: run.readId,
    })
    expect(answer).toMatchObject({ appended: 2, matched: 4, skippedSystem: 1 })
    expect(contents(await stored(session)).slice(-2)).toEqual(['q5', 'a5'])
  })

  it('R2 b: step by step within one run, each time with all it has', async () => {
    const { session, read, write } = freshSession(context)
    await write([user('q0'), assistant('a0')])
    const run = await read({ runId: 'r' })
    const state = [...run.messages, user('go'), calls('c1')]
    const more = { readId: run.readId, runId: 'r' }
    expect(await write(state, more)).toMatchObject({ appended: 2 })
    state.push(result('c1'), calls('c2', 'c3'))
    expect(await write(state, more)).toMatchObject({ appended: 2, matched: 4 })
    state.push(result('c3'), result('c2'), assistant('done'))
    expect(await write(state, more)).toMatchObject({ appended: 3, matched: 6 })
    expect(await stored(session)).toHaveLength(9)
    const rows = await ownerQuery<{ exchange_seq: number | null; turn: number }>(
      database,
      'select exchange_seq, turn from message where tenant = $1 order by seq',
      [session.scope.tenant],
    )
    expect(rows.map((row) => row.exchange_seq)).toEqual([null, null, null, 4, 4, 6, 6, 6, null])
    expect(rows.map((row) => row.turn)).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2])
  })

  it('R2 c: without ids and token by the longest prefix that ends at the tail', async () => {
    const { session, write } = freshSession(context)
    const state = [user('ok'), assistant('ok'), user('ok'), assistant('ok')]
    await write(state)
    expect(await write([...state, user('ok'), assistant('ok')])).toMatchObject({ appended: 2, matched: 4 })
    expect(await stored(session)).toHaveLength(6)
  })

  it('R2 d: a turn that stands in mid-thread only is a CONFLICT, and nothing is stored', async () => {
    const { session, write } = freshSession(context)
    for (const name of ['1', '2', '3']) await write([user(`q${name}`), assistant(`a${name}`)], { mode: 'append' })
    await expect(write([user('q2'), assistant('a2'), user('new')])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stored(session)).toHaveLength(6)
    expect(await write([user('q2'), assistant('a2'), user('new')], { mode: 'append' })).toMatchObject({ appended: 3 })
  })

  it('T2: a result whose turn has closed is a CONFLICT, also when appended', async () => {
    const { session, write } = freshSession(context)
    await write([user('q'), calls('c'), result('c'), assistant('a')])
    await expect(write([result('c')], { mode: 'append' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(write([result('nobody')])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stored(session)).toHaveLength(4)
  })

  it('M3: an id that is taken is no new message, and two with one id are a CONFLICT', async () => {
    const { session, write } = freshSession(context)
    await write([user('q', { id: 'x' }), assistant('a', { id: 'y' })])
    await expect(write([user('other', { id: 'x' })], { mode: 'append' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(write([user('n', { id: 'z' }), user('m', { id: 'z' })])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stored(session)).toHaveLength(2)
  })

  it('S3: what was deleted during a run does not come back with its write', async () => {
    const { session, read, write } = freshSession(context)
    const before = await write([user('secret'), assistant('noted')])
    const run = await read()
    expect(await callerOn(context).memory.clear(session)).toEqual({ threads: 1, messages: 2 })
    expect(await callerOn(context).memory.clear(session)).toEqual({ threads: 0, messages: 0 })
    const after = await write([...run.messages, user('next'), assistant('yes')], { readId: run.readId })
    expect(after).toMatchObject({ appended: 2, matched: 2, thread: { messageCount: 2 } })
    expect(after.thread?.uid).not.toBe(before.thread?.uid)
    expect(contents(await stored(session))).toEqual(['next', 'yes'])
  })
})

describe('R5: an idempotency key', () => {
  it('gives the first answer again, whatever has been written since', async () => {
    const { session, read, write } = freshSession(context)
    const first = await write([user('q'), assistant('a')], { idempotencyKey: 'k' })
    await write([user('x'), assistant('y')], { mode: 'append' })
    expect(await write([user('q'), assistant('a')], { idempotencyKey: 'k' })).toEqual(first)
    const run = await read()
    expect(await write([user('q'), assistant('a')], { idempotencyKey: 'k', readId: run.readId })).toEqual(first)
    expect(await stored(session)).toHaveLength(4)
  })

  it('is a CONFLICT for other content, and another key for another thread', async () => {
    const { write } = freshSession(context)
    await write([user('q')], { idempotencyKey: 'k' })
    await expect(write([user('p')], { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(write([user('q')], { idempotencyKey: 'k', tags: { a: '1' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await freshSession(context).write([user('p')], { idempotencyKey: 'k' })).toMatchObject({ appended: 1 })
  })

  it('makes an entry also when nothing is new; without anything to say there is none', async () => {
    const { session, write } = freshSession(context)
    await write([user('q'), assistant('a')])
    expect(await write([user('q'), assistant('a')])).toMatchObject({ appended: 0, matched: 2, entryId: null })
    const kept = await write([user('q'), assistant('a')], { idempotencyKey: 'k', run: { model: 'm' } })
    expect(kept).toMatchObject({ appended: 0, matched: 2, thread: { messageCount: 2, revision: 1 } })
    const { items } = await callerOn(context).memory.entries(session)
    expect(items.map(({ id, messages }) => [id, messages.length])).toEqual([
      [expect.any(String), 2],
      [kept.entryId, 0],
    ])
  })
})
