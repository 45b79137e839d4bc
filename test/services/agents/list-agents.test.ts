import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import { keepHouse } from '../../../server/jobs/housekeeping'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const desk = () => callerOf(callContext(database, operatorOf('admin')))

async function seed(agentName: string, threads: number): Promise<void> {
  for (let index = 0; index < threads; index += 1) {
    const scope = { tenant: 'listed', subject: agentName }
    const messages = [user(`Where is parcel ${index}?`), assistant('On its way.')]
    await seedWrite(database, { scope, threadId: `t${index}`, agentName, messages })
  }
}

describe('agents.list', () => {
  it('says what the reads of the last seven days came to, and forgets older ones', async () => {
    await seed('reader', 1)
    const context = callContext(database, keyOf({ kind: 'all' }))
    const read = () =>
      callerOf(context).memory.read({
        sessionId: 't0',
        scope: { tenant: 'listed', subject: 'reader' },
        agentName: 'reader',
      })
    const { window } = await read()
    await read()
    await context.readCounter.flush()
    const [listed] = (await desk().agents.list({ text: 'READ' })).items
    expect(listed?.readTokens).toEqual({ median: expect.any(Number), p95: expect.any(Number), reads: 2 })
    expect(Math.abs((listed?.readTokens?.median ?? 0) - window.tokens)).toBeLessThanOrEqual(1)
    expect((await desk().agents.get({ agentName: 'reader' })).agent?.readTokens?.reads).toBe(2)

    await ownerQuery(database, `update agent_read_size set day = day - 7 where agent_name = $1`, ['reader'])
    expect((await desk().agents.get({ agentName: 'reader' })).agent?.readTokens).toBeNull()
    await keepHouse(context)
    expect(await ownerQuery(database, `select 1 from agent_read_size where agent_name = $1`, ['reader'])).toEqual([])
  })

  it('S2: a key of one tenant is not told what the reads of all came to', async () => {
    await seed('shared', 1)
    const context = callContext(database, keyOf({ kind: 'tenant', tenant: 'listed' }))
    await callerOf(context).memory.read({
      sessionId: 't0',
      scope: { tenant: 'listed', subject: 'shared' },
      agentName: 'shared',
    })
    await context.readCounter.flush()
    const [listed] = (await callerOf(context).agents.list({ text: 'shared' })).items
    expect(listed).toMatchObject({ threads: 1, readTokens: null })
  })

  it('comes in each order whole and once, over as many pages as it takes', async () => {
    for (const [name, threads] of [
      ['order-a', 2],
      ['order-b', 3],
      ['order-c', 1],
      ['order-d', 2],
    ] as const) {
      await seed(name, threads)
    }
    const namesBy = async (sort: { by: 'name' | 'threads' | 'readTokens'; order: 'asc' | 'desc' }) => {
      const names: string[] = []
      let cursor: string | undefined
      do {
        const page = await desk().agents.list({ text: 'order-', sort, limit: 1, ...(cursor ? { cursor } : {}) })
        names.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return names
    }
    expect(await namesBy({ by: 'threads', order: 'desc' })).toEqual(['order-b', 'order-a', 'order-d', 'order-c'])
    expect(await namesBy({ by: 'threads', order: 'asc' })).toEqual(['order-c', 'order-a', 'order-d', 'order-b'])
    expect(await namesBy({ by: 'name', order: 'desc' })).toEqual(['order-d', 'order-c', 'order-b', 'order-a'])
    expect(await namesBy({ by: 'readTokens', order: 'desc' })).toEqual(['order-a', 'order-b', 'order-c', 'order-d'])
  })
})
