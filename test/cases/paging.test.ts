import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'
import { seedThreadRows } from '../support/seed-rows'
import { walkThreads } from '../support/walk-threads'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

describe('pages', () => {
  it('B110: equal times are paged through by uid, each thread once, an update between the pages or not', async () => {
    const scope = freshScope()
    await seedThreadRows(database, { scope, count: 205, sameTime: true })
    const { threads } = callerOn(context)
    for (const by of ['createdAt', 'lastMessageAt'] as const) {
      const sizes: number[] = []
      const seen = new Set<string>()
      for await (const page of walkThreads(context, { scope, sort: { by, order: 'desc' }, limit: 100 })) {
        sizes.push(page.length)
        for (const { threadId } of page) seen.add(threadId)
        if (sizes.length === 1) await threads.update({ threadId: page[0]?.threadId, scope, metadata: { k: 1 } })
      }
      expect(sizes).toEqual([100, 100, 5])
      expect(seen.size).toBe(205)
    }
  })

  it('B110: entries of one time are paged through, each once, in order', async () => {
    const { write, session } = beginCase(context)
    for (let run = 0; run < 25; run += 1) await write([user(`q${run}`), assistant(`a${run}`)], { mode: 'append' })
    await ownerQuery(database, 'update entry set created_at = now() where tenant = $1', [session.scope.tenant])
    const { memory } = callerOn(context)
    const sizes: number[] = []
    const contents: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await memory.entries({ ...session, limit: 10, cursor })
      sizes.push(page.items.length)
      contents.push(...page.items.map(({ messages }) => JSON.parse(JSON.stringify(messages))[0].content))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(sizes).toEqual([10, 10, 5])
    expect(contents).toEqual(Array.from({ length: 25 }, (_, run) => `q${run}`))
  })

  it('B112: a thread that moves while somebody pages costs no other one its place', async () => {
    const scope = freshScope()
    await seedThreadRows(database, { scope, count: 60 })
    const { memory, threads } = callerOn(context)
    // Place 55 of a list that begins with the newest, `thread 60`.
    const moved = 'thread 6'
    const bump = () =>
      memory.write({
        sessionId: moved,
        scope,
        messages: [user('And the parking bay?'), assistant('Bay 4 is free too')],
      })
    const byActivity = await idsOfWalk({ scope, limit: 50 }, bump)
    expect(byActivity).not.toContain(moved)
    expect(new Set(byActivity).size).toBe(59)
    expect(byActivity).toHaveLength(59)
    expect((await threads.list({ scope, limit: 50 })).items[0]?.threadId).toBe(moved)

    const byAge = await idsOfWalk({ scope, sort: { by: 'createdAt', order: 'desc' }, limit: 50 }, bump)
    expect(byAge).toEqual(Array.from({ length: 60 }, (_, index) => `thread ${60 - index}`))
  })

  it('B113: 60 pages hold each thread once, a page has a size, and the total is asked for by itself', async () => {
    const scope = freshScope()
    await seedThreadRows(database, { scope, count: 12_000 })
    const seen = new Set<string>()
    for await (const page of walkThreads(context, { scope, limit: 200 })) for (const { uid } of page) seen.add(uid)
    expect(seen.size).toBe(12_000)

    const { threads } = callerOn(context)
    await expect(threads.list({ scope, limit: 100_000 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(Object.keys(await threads.list({ scope, limit: 1 })).toSorted()).toEqual(['items', 'nextCursor'])
    expect(await threads.count({ scope })).toEqual({ count: 10_000, capped: true })
  }, 60_000)

  async function idsOfWalk(input: Parameters<typeof walkThreads>[1], betweenPages: () => Promise<unknown>) {
    const ids: string[] = []
    for await (const page of walkThreads(context, input)) {
      if (ids.length === 0) await betweenPages()
      ids.push(...page.map(({ threadId }) => threadId))
    }
    return ids
  }
})
