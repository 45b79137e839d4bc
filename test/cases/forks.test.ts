import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, onTheWire, processOn, user } from '../support/memory-caller'
import { seedMessageRows } from '../support/seed-rows'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

const codeOf = (call: Promise<unknown>) => call.then(String, (error: { code: string }) => error.code)
const desk = [
  user('Book desk 12 for Monday'),
  assistant('', { toolCalls: [{ id: 'c1', name: 'find_desk', arguments: { day: 'mon' } }], reasoning: 'is it free?' }),
  { role: 'tool' as const, toolCallId: 'c1', content: 'desk 12 free' },
  assistant('Desk 12 is yours'),
]
const bay = [user('And the parking bay?'), assistant('Bay 4 is free too')]

function begin() {
  const own = beginCase(context)
  const { scope } = own.session
  const loci = callerOn(context)
  const messagesOf = async (threadId: string) =>
    onTheWire(await loci.messages.list({ threadId, scope, limit: 200 })).items.map(({ message }) => message)
  return { ...own, scope, threads: loci.threads, messagesOf }
}

describe('forks', () => {
  it('B088: forks at the same time are forks of their own; an id that is taken is a conflict and changes nothing', async () => {
    const { write, threads, scope, messagesOf } = begin()
    await write(bay)
    const fork = (threadId: string) => threads.fork({ threadId, fromThreadId: 's', scope })
    const made = await Promise.all(['f1', 'f2', 'f3'].map(fork))
    expect(new Set(made.map(({ thread }) => thread?.uid)).size).toBe(3)
    for (const threadId of ['f1', 'f2', 'f3']) expect(await messagesOf(threadId)).toEqual(await messagesOf('s'))
    const raced = await Promise.all(['f4', 'f4', 'f4'].map((threadId) => codeOf(fork(threadId))))
    expect(raced.filter((outcome) => outcome === 'CONFLICT')).toHaveLength(2)

    const before = onTheWire(await threads.list({ scope }))
    expect(await codeOf(fork('s'))).toBe('CONFLICT')
    expect(await codeOf(fork('f1'))).toBe('CONFLICT')
    expect(onTheWire(await threads.list({ scope }))).toEqual(before)
  })

  it('B091: a fork ends where it was told, however equal the times are', async () => {
    const { write, threads, scope, messagesOf } = begin()
    const createdAt = '2026-02-02T02:02:02.000Z'
    const spoken = ['1', 'a', '2', 'b', '3'].map((content, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
      createdAt,
    }))
    const { messages } = await write(spoken)
    await threads.fork({ threadId: 'f', fromThreadId: 's', scope, upTo: messages[2]?.id })
    expect((await messagesOf('f')).map(({ content }) => content)).toEqual(['1', 'a', '2'])
  })

  it('B092: a fork has the messages whole, tags and metadata of its own, and a link to its source', async () => {
    const { write, threads, scope, messagesOf } = begin()
    const { thread } = await write(desk)
    const named = { threadId: 's', scope }
    await threads.update({ ...named, addTags: { vip: '' }, metadata: { plan: 'gold', n: 1 } })
    await threads.fork({ threadId: 'f', fromThreadId: 's', scope })
    expect(await messagesOf('f')).toEqual(await messagesOf('s'))
    expect(await messagesOf('f')).toMatchObject(desk)
    expect(onTheWire(await threads.get({ threadId: 'f', scope }))).toMatchObject({
      tags: { vip: '' },
      metadata: { plan: 'gold', n: 1 },
      parentUid: thread?.uid,
      forkedAtSeq: 4,
    })
    await threads.update({ threadId: 'f', scope, metadata: { plan: 'iron' } })
    expect(onTheWire(await threads.get(named)).metadata).toEqual({ plan: 'gold', n: 1 })
    expect(onTheWire(await threads.get({ threadId: 'f', scope })).metadata).toEqual({ plan: 'iron', n: 1 })
  })

  it('B094: a fork up to the newest message is whole for a new process too', async () => {
    const { write, threads, scope, messagesOf } = begin()
    const { messages } = await write([...desk, ...bay])
    await threads.fork({ threadId: 'f', fromThreadId: 's', scope, upTo: messages.at(-1)?.id })
    const restarted = callerOn(processOn(database))
    const { items } = await restarted.threads.list({ scope })
    expect(items.map(({ threadId, messageCount }) => [threadId, messageCount]).toSorted()).toEqual([
      ['f', 6],
      ['s', 6],
    ])
    const copied = onTheWire(await restarted.messages.list({ threadId: 'f', scope }))
    expect(copied.items.map(({ message }) => message)).toEqual(await messagesOf('s'))
    expect(copied.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('B097: a fork of 100 MB is copied by the database, not through this process', async () => {
    const { write, threads, scope } = begin()
    const content = 'x'.repeat(5_000)
    await write([user(content), assistant(content)])
    await seedMessageRows(database, { scope, count: 20_000, content })
    let highest = 0
    const before = process.memoryUsage.rss()
    const timer = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss())
    }, 5)
    const { messages } = await threads
      .fork({ threadId: 'f', fromThreadId: 's', scope })
      .finally(() => clearInterval(timer))
    expect(messages).toBe(20_000)
    expect(Math.max(highest, process.memoryUsage.rss()) - before).toBeLessThan(100 * 1024 * 1024)
    const tail = await callerOn(context).messages.list({ threadId: 'f', scope, limit: 1 })
    expect(tail.items[0]).toMatchObject({ seq: 20_000 })
  }, 60_000)
})
