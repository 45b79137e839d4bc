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

/** A session, and its messages by procedure. */
function begin() {
  const own = freshSession(context)
  const { sessionId: threadId, scope } = own.session
  const at = { threadId, scope }
  const loci = callerOn(context)
  const texts = async (thread: string = threadId) => {
    const { items } = await loci.messages.list({ threadId: thread, scope, limit: 200 })
    return items.map(({ message }) => JSON.stringify(message))
  }
  return { ...own, loci, at, scope, texts }
}

const turn = (n: number) => [user(`question ${n}`), calls(`c${n}`), result(`c${n}`), assistant(`answer ${n}`)]

describe('messages.pin', () => {
  it('W6: keeps a message with its whole exchange in the window, by seq or by id, and lets it go again', async () => {
    const { write, read, loci, at } = begin()
    await write([...turn(1), ...turn(2), ...turn(3)])
    await loci.messages.pin({ ...at, seq: 3 })
    const limited = { limit: 4 }
    const pinned = await read(limited)
    expect(pinned.window.ranges).toEqual([
      [2, 3],
      [12, 12],
    ])
    expect(await loci.messages.pin({ ...at, seq: 2 })).toEqual({ seq: 2, pinned: true, pins: [2] })
    const [first] = (await loci.messages.list({ ...at, limit: 1, before: 2 })).items
    const { id } = JSON.parse(JSON.stringify(first?.message)) as { id: string }
    expect(await loci.messages.pin({ ...at, messageId: id })).toMatchObject({ seq: 1, pins: [1, 2] })
    expect(await loci.messages.window(at)).toMatchObject({ pinned: 2, pins: [1, 2] })
    expect(await loci.messages.pin({ ...at, seq: 3, pinned: false })).toEqual({ seq: 2, pinned: false, pins: [1] })
  })

  it('W6: at most 20; naming none, two or an absent message is an error, and nothing changes', async () => {
    const { write, loci, at } = begin()
    await write(Array.from({ length: 11 }, (_, index) => turn(index)).flat())
    const plain = Array.from({ length: 22 }, (_, index) => Math.floor(index / 2) * 4 + (index % 2 ? 4 : 1))
    for (const seq of plain.slice(0, 20)) await loci.messages.pin({ ...at, seq })
    await expect(loci.messages.pin({ ...at, seq: plain[20] })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
    expect((await loci.messages.pin({ ...at, seq: plain[0] })).pins).toHaveLength(20)
    await expect(loci.messages.pin({ ...at, seq: 999 })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    for (const named of [{}, { seq: 1, messageId: 'x' }, { seq: 0 }]) {
      await expect(loci.messages.pin({ ...at, ...named })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})

describe('messages.redact', () => {
  it('takes text and derivatives out; seq, role and exchange stay', async () => {
    const { write, read, loci, at, texts } = begin()
    await write([user('my card is 4111-needle'), ...turn(1).slice(1)])
    expect(await loci.messages.redact({ ...at, seq: 1, reason: 'card number' })).toEqual({
      seq: 1,
      redacted: 1,
      threads: 1,
    })
    expect(await loci.messages.redact({ ...at, seq: 1 })).toMatchObject({ redacted: 0 })
    expect((await texts()).join()).not.toContain('needle')
    const { items } = await loci.messages.list(at)
    expect(items.map(({ redactedAt }) => redactedAt !== undefined)).toEqual([true, false, false, false])
    const seen = await read()
    expect(seen.messages).toHaveLength(4)
    expect(JSON.parse(JSON.stringify(seen.messages[0]))).toMatchObject({ role: 'user', content: '[redacted]' })
    const left = await ownerQuery<{ found: number }>(
      database,
      `select count(*)::int as found from message m where m.raw like '%needle%' or m.search::text like '%needle%'`,
    )
    expect(left[0]?.found).toBe(0)
    const { first_line: line } = (
      await ownerQuery<{ first_line: string | null }>(
        database,
        'select first_line from thread t join scope s on s.id = t.scope_id where s.subject = $1 and t.tenant = $2',
        [at.scope.subject, at.scope.tenant],
      )
    )[0] ?? { first_line: 'absent' }
    expect(line).toBeNull()
  })

  it('an echo of it, by token, by id or by text, is not stored again, and what follows is', async () => {
    const { write, read, loci, at, texts } = begin()
    await write(turn(1))
    const seen = await read()
    const handed = JSON.parse(JSON.stringify(seen.messages)) as { id?: string }[]
    await loci.messages.redact({ ...at, seq: 3 })
    const bare = handed.map(({ id: _id, ...message }) => message)
    const next = (n: number) => [user(`more ${n}`), assistant(`done ${n}`)]
    const byToken = await write([...bare, ...next(1)] as never, { readId: seen.readId })
    expect(byToken).toMatchObject({ appended: 2, matched: 4, conflicts: [] })
    const byText = await write([...bare, ...next(1), ...next(2)] as never)
    expect(byText).toMatchObject({ appended: 2, matched: 6 })
    const after = await read()
    const tombstones = JSON.parse(JSON.stringify(after.messages)) as object[]
    const byTombstone = await write([...tombstones, ...next(3)] as never, { readId: after.readId })
    expect(byTombstone).toMatchObject({ appended: 2, matched: 8, conflicts: [] })
    expect((await texts()).join()).not.toContain('result of c1')
    expect(await texts()).toHaveLength(10)
  })

  it('reaches the copies in forks, deleted ones too, and later forks know it', async () => {
    const { write, loci, at, scope, texts } = begin()
    await write(turn(1))
    await loci.threads.fork({ threadId: 'fork', fromThreadId: at.threadId, scope })
    await loci.threads.fork({ threadId: 'gone', fromThreadId: 'fork', scope })
    await loci.threads.delete({ threadId: 'gone', scope })
    expect(await loci.messages.redact({ threadId: 'fork', scope, seq: 1 })).toMatchObject({ redacted: 3, threads: 3 })
    for (const thread of [at.threadId, 'fork']) expect((await texts(thread)).join()).not.toContain('question 1')
    await loci.threads.fork({ threadId: 'later', fromThreadId: at.threadId, scope })
    const echo = await loci.memory.write({ sessionId: 'later', scope, messages: [...turn(1), user('new')] })
    expect(echo).toMatchObject({ appended: 1, matched: 4 })
    const events = await ownerQuery<{ details: string }>(
      database,
      `select details from audit_event where action = 'messages.redact' and tenant = $1`,
      [scope.tenant],
    )
    expect(events.map(({ details }) => JSON.parse(details))).toEqual([{ copies: 3 }])
  })

  it('S3: foreign, deleted and absent answer alike', async () => {
    const { write, loci, at, scope } = begin()
    await write(turn(1))
    const other = { ...scope, subject: 'somebody else' }
    for (const named of [
      { ...at, scope: other, seq: 1 },
      { ...at, threadId: 'absent', seq: 1 },
    ]) {
      await expect(loci.messages.redact(named)).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    }
  })
})
