import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentsRouter } from '../../../server/api/agents-router'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import { type ListThreadsInput, ThreadSortKey } from '../../../server/schemas/threads'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(threadsRouter)
const key = () => callerOf(callContext(database, keyOf({ kind: 'all' })))
const lead = () => callerOf(callContext(database, operatorOf('lead')))

async function pagesOf(input: ListThreadsInput): Promise<string[]> {
  const uids: string[] = []
  let cursor: string | undefined
  do {
    const page = await key().list({ ...input, cursor })
    uids.push(...page.items.map(({ uid }) => uid))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return uids
}

describe('threads.list', () => {
  it('pages through every order without a gap or a double, ties and missing values included', async () => {
    const scope = { tenant: 'orders', subject: '' }
    for (let index = 0; index < 11; index += 1) {
      const threadId = `thread-${index}`
      const title = index % 3 === 0 ? undefined : index % 2 === 0 ? 'The same' : `Title ${index}`
      await lead().create({ scope, threadId, title })
      if (index % 4 !== 0) await seedWrite(database, { scope, threadId, messages: [user('hello'), assistant('hi')] })
    }
    for (const by of ThreadSortKey.options) {
      for (const order of ['asc', 'desc'] as const) {
        const whole = await pagesOf({ scope, sort: { by, order }, limit: 200 })
        expect(new Set(whole).size).toBe(11)
        expect(await pagesOf({ scope, sort: { by, order }, limit: 2 })).toEqual(whole)
      }
    }
    const { items } = await lead().list({ scope, sort: { by: 'lastMessageAt', order: 'asc' } })
    const times = items.map(({ lastMessageAt }) => lastMessageAt)
    expect(times.slice(-3)).toEqual([null, null, null])
    expect(times.slice(0, -3)).toEqual(times.slice(0, -3).toSorted())
    const titles = await lead().list({ scope, sort: { by: 'title', order: 'desc' } })
    expect(titles.items.slice(-4).every(({ title }) => title === null)).toBe(true)
  })

  it('of some uids gives those that match, and none of another scope', async () => {
    const scope = { tenant: 'uids', subject: '' }
    const mine = await lead().create({ scope, threadId: 'mine', title: 'wanted' })
    const untitled = await lead().create({ scope, threadId: 'untitled' })
    const foreign = await lead().create({ scope: { tenant: 'uids-of-others' }, threadId: 'mine', title: 'wanted' })
    const uids = [mine.uid, untitled.uid, foreign.uid]
    expect(await pagesOf({ scope, uids })).toHaveLength(2)
    expect(await pagesOf({ scope, uids, text: 'wanted', limit: 1 })).toEqual([mine.uid])
    expect(await pagesOf({ scopePattern: { all: true }, uids })).toHaveLength(3)
  })

  it('orders scopes by tenant, then subject, across what is asked for', async () => {
    const tenant = 'scope-order'
    for (const subject of ['b', '', 'a', 'a b']) {
      for (const threadId of ['one', 'two']) await lead().create({ scope: { tenant, subject }, threadId })
    }
    for (const order of ['asc', 'desc'] as const) {
      const { items } = await lead().list({ scopePattern: { tenant }, sort: { by: 'scope', order } })
      const found = items.map(({ scope }) => scope.subject)
      const expected = ['', '', 'a', 'a', 'a b', 'a b', 'b', 'b']
      expect(found).toEqual(order === 'asc' ? expected : expected.toReversed())
    }
  })

  it('S2: sees one scope, a tenant or everything as asked by name, and no more than the key covers', async () => {
    const scopes = [
      { tenant: 'reach-a', subject: 'one' },
      { tenant: 'reach-a', subject: 'two' },
      { tenant: 'reach-b', subject: 'one' },
    ]
    for (const scope of scopes) await lead().create({ scope, threadId: 'everywhere' })
    const exact = callerOf(callContext(database, keyOf({ kind: 'scope', tenant: 'reach-a', subject: 'one' })))
    const tenant = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'reach-a' })))
    expect((await exact.list({})).items.map(({ scope }) => scope)).toEqual([scopes[0]])
    expect((await tenant.list({ scopePattern: { tenant: 'reach-a' } })).items).toHaveLength(2)
    expect((await lead().list({ scopePattern: { all: true }, text: 'everywhere' })).items).toHaveLength(3)
    await expect(tenant.list({})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(tenant.list({ scopePattern: { all: true } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(tenant.list({ scopePattern: { tenant: 'reach-b' } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(exact.list({ scope: scopes[1] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await lead().list({ scope: { tenant: 'nobody wrote here' } })).items).toEqual([])
  })

  it('refuses a cursor of another scope, filter, order or installation', async () => {
    const scope = { tenant: 'cursors', subject: '' }
    await lead().create({ scope })
    await lead().create({ scope })
    const { nextCursor } = await lead().list({ scope, limit: 1 })
    const cursor = nextCursor ?? ''
    expect((await lead().list({ scope, limit: 200, cursor })).items).toHaveLength(1)
    const misused: ListThreadsInput[] = [
      { scope: { tenant: 'orders' }, cursor },
      { scopePattern: { tenant: 'cursors' }, cursor },
      { scope, deleted: true, cursor },
      { scope, text: 'x', cursor },
      { scope, sort: { by: 'createdAt', order: 'desc' }, cursor },
      { scope, cursor: `${cursor.slice(0, -2)}AA` },
      { scope, cursor: 'nonsense' },
    ]
    for (const input of misused) await expect(lead().list(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('filters by agent, tags of thread or entry, times, tokens and state', async () => {
    const scope = { tenant: 'filters', subject: '' }
    await seedWrite(database, {
      scope,
      threadId: 'billing',
      messages: [user('The invoice is wrong'), assistant('Let me see')],
      tags: { channel: 'mail', urgent: '' },
      agentName: 'clerk',
    })
    await seedWrite(database, { scope, threadId: 'long', messages: [user('word '.repeat(500))], agentName: 'guide' })
    await lead().update({ scope, threadId: 'long', tags: { channel: 'chat', urgent: '' } })
    await lead().update({ scope, threadId: 'billing', addTags: { plan: 'gold' } })
    await lead().create({ scope, threadId: 'gone' })
    await lead().delete({ scope, threadId: 'gone' })
    const found = async (input: Omit<ListThreadsInput, 'scope'>) => {
      const { items } = await lead().list({ scope, ...input })
      const { count } = await lead().count({ scope, ...input })
      expect(count).toBe(items.length)
      return items.map(({ threadId }) => threadId).sort()
    }
    expect(await found({})).toEqual(['billing', 'long'])
    expect(await found({ agentName: 'clerk' })).toEqual(['billing'])
    expect(await found({ tags: { urgent: '' } })).toEqual(['billing', 'long'])
    expect(await found({ tags: { urgent: '', plan: 'gold' } })).toEqual(['billing'])
    expect(await found({ tags: { channel: 'chat', plan: 'gold' } })).toEqual([])
    expect(await found({ minTokens: 400 })).toEqual(['long'])
    expect(await found({ maxTokens: 400 })).toEqual(['billing'])
    expect(await found({ deleted: true })).toEqual(['gone'])
    const soon = new Date(Date.now() + 60_000).toISOString()
    const before = new Date(Date.now() - 60_000).toISOString()
    for (const filter of ['created', 'active'] as const) {
      expect(await found({ [`${filter}After`]: before, [`${filter}Before`]: soon })).toEqual(['billing', 'long'])
      expect(await found({ [`${filter}After`]: soon })).toEqual([])
      expect(await found({ [`${filter}Before`]: before })).toEqual([])
    }
  })

  it('finds words in titles, ids, first lines and messages, and takes wildcards for what they are', async () => {
    const scope = { tenant: 'texts', subject: '' }
    await seedWrite(database, {
      scope,
      threadId: 'flight-7',
      messages: [user('Where is my luggage?'), assistant('It waits in Reykjavík, 東京都 is wrong')],
    })
    await lead().create({ scope, threadId: 'other', title: 'Refund of 100%' })
    const other = { tenant: 'texts', subject: 'somebody else' }
    await seedWrite(database, { scope: other, threadId: 'foreign', messages: [user('x'), assistant('Reykjavík')] })
    const found = async (text: string) =>
      (await lead().list({ scope, text })).items.map(({ threadId }) => threadId).sort()
    expect(await found('LUGG')).toEqual(['flight-7'])
    expect(await found('luggage where')).toEqual(['flight-7'])
    expect(await found('reykjavík')).toEqual(['flight-7'])
    expect(await found('東京')).toEqual(['flight-7'])
    expect(await found('flight-7')).toEqual(['flight-7'])
    expect(await found('refund 100%')).toEqual(['other'])
    expect(await found('%')).toEqual(['other'])
    expect(await found('_')).toEqual([])
    expect(await found(`'; DROP TABLE thread; --`)).toEqual([])
    expect(await found(`& | ! ( :* \\`)).toEqual([])
    expect((await lead().list({ scopePattern: { tenant: 'texts' }, text: 'reykjavík' })).items).toHaveLength(2)
  })

  it('needs one connection a call, also when nobody has read the settings yet', async () => {
    const scope = { tenant: 'connections', subject: '' }
    await seedWrite(database, { scope, threadId: 'a', messages: [user('hello')] })
    const atOnce = database.pools.application.options.max + 2
    const pages = await Promise.all(Array.from({ length: atOnce }, () => lead().list({ scope })))
    for (const { items } of pages) expect(items[0]?.seen).toMatchObject({ strategy: 'sliding-window', messages: 1 })
  })

  it('serves agents too, by their own router', async () => {
    const agents = createCallerFactory(agentsRouter)(callContext(database, operatorOf('observer')))
    expect((await agents.list({})).items.map(({ name }) => name)).toEqual(['clerk', 'guide'])
  })
})
