import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutMember } from '../../../memory/json-text'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, freshSession, processOn, user, writerOf } from '../../support/memory-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

describe('messages.list', () => {
  it('M3: pages by seq, from the newest, from a place back and from a place on', async () => {
    const { session, write } = freshSession(context)
    const loci = callerOn(context)
    for (let index = 0; index < 5; index += 1)
      await write([user(`q${index}`), assistant(`a${index}`)], { mode: 'append', runId: `r${index}` })
    const seqs = async (more: object) =>
      (await loci.messages.list({ threadId: 's', scope: session.scope, ...more })).items.map(({ seq }) => seq)
    expect(await seqs({ limit: 3 })).toEqual([8, 9, 10])
    expect(await seqs({ limit: 3, before: 8 })).toEqual([5, 6, 7])
    expect(await seqs({ limit: 3, after: 0 })).toEqual([1, 2, 3])
    expect(await seqs({ after: 9 })).toEqual([10])
    expect(await seqs({ beforeRunId: 'r2' })).toEqual([1, 2, 3, 4])
    expect(await seqs({ beforeRunId: 'nobody' })).toHaveLength(10)
  })

  it('M2: puts its own fields beside the message', async () => {
    const { session, write } = freshSession(context)
    const written = await write([user('q', { seq: 'mine', tokens: 'mine' })])
    const { items } = await callerOn(context).messages.list({ threadId: 's', scope: session.scope })
    expect(JSON.parse(JSON.stringify(items))).toEqual([
      {
        seq: 1,
        tokens: expect.any(Number),
        entryId: written.entryId,
        createdAt: expect.stringMatching(/^\d{4}-/),
        message: { id: written.messages[0]?.id, role: 'user', content: 'q', seq: 'mine', tokens: 'mine' },
      },
    ])
  })
})

describe('messages.text', () => {
  it('M2: gives one message as its text, with digits and duplicate keys; a seq that is not there is NOT_FOUND', async () => {
    const scope = freshScope()
    const text = '{"role":"user","n":12345678901234567890,"n":1.0,"content":"q"}'
    await writerOf(context, [text])({ sessionId: 's', scope, mode: 'append' })
    const loci = callerOn(context)
    const stored = await loci.messages.text({ threadId: 's', scope, seq: 1 })
    expect(withoutMember(stored.text, 'id')).toBe(text)
    const absent = loci.messages.text({ threadId: 's', scope, seq: 2 })
    await expect(absent).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('messages.append', () => {
  it('stores as it is, by id or by uid, also what stands there already', async () => {
    const { session, write } = freshSession(context)
    const loci = callerOn(context)
    const { thread } = await write([user('q'), assistant('a')])
    const messages = [user('q'), assistant('a')]
    expect(await loci.messages.append({ threadId: 's', scope: session.scope, messages })).toMatchObject({
      appended: 2,
      matched: 0,
    })
    expect(await loci.messages.append({ uid: thread?.uid, messages })).toMatchObject({
      appended: 2,
      thread: { uid: thread?.uid, messageCount: 6 },
    })
    await loci.memory.clear(session)
    await expect(loci.messages.append({ uid: thread?.uid, messages })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('messages.window', () => {
  it('W5: says for each seq in or out and why, page by page, and the totals of the whole', async () => {
    const { session, write } = freshSession(context)
    const loci = callerOn(context)
    for (let index = 0; index < 40; index += 1)
      await write([user(`q${index}`), assistant(`a${index}`)], { mode: 'append' })
    const thread = { threadId: 's', scope: session.scope }
    const whole = await loci.messages.window(thread)
    expect(whole).toMatchObject({ totalTurns: 40, pinned: 0, settings: { strategy: 'sliding-window' } })
    expect(whole.window).toMatchObject({ ranges: [[21, 80]], totalMessages: 80 })
    expect(whole.items[19]).toEqual({ seq: 20, isIn: false, reason: 'over-turns' })
    expect(whole.items[20]).toEqual({ seq: 21, isIn: true, reason: 'in' })
    const page = await loci.messages.window({ ...thread, from: 15, to: 25 })
    expect(page.items).toEqual(whole.items.slice(14, 25))
    expect(page.window).toEqual(whole.window)
  })
})
