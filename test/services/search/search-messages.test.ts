import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { searcherOn } from '../../support/search-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

async function begin() {
  const scope = freshScope()
  const loci = callerOn(context)
  const caller = searcherOn(context)
  const write = (sessionId: string, contents: string[], more = {}) =>
    loci.memory.write({
      sessionId,
      scope,
      messages: contents.map((content, index) => (index % 2 === 0 ? user(content) : assistant(content))),
      ...more,
    })
  const search = (query: string, more: Omit<Parameters<typeof caller.search.messages>[0], 'query'> = {}) =>
    caller.search.messages({ scope, query, ...more })
  const found = async (query: string, more = {}) =>
    (await search(query, more)).items.map(({ threadId, seq }) => `${threadId}${seq}`)
  return { scope, loci, caller, write, search, found }
}

describe('search.messages', () => {
  it('gives what a reader needs: where, who, when, and the place in plain text', async () => {
    const { scope, write, caller, search } = await begin()
    const far = 'filler '.repeat(30)
    const { thread } = await write('s', ['hi', `<b>${far}</b> the Refund & the refunds ${far}`])
    await caller.threads.update({ threadId: 's', scope, title: 'A title' })
    const { items, nextCursor } = await search('refund')
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      scope,
      threadId: 's',
      threadUid: thread?.uid,
      title: 'A title',
      seq: 2,
      role: 'assistant',
    })
    expect(nextCursor).toBeNull()
    const { text, marks } = items[0]?.snippet ?? { text: '', marks: [] }
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['Refund', 'refund'])
    expect(text).toMatch(/^….*…$/u)
    expect(text.length).toBeLessThanOrEqual(202)
  })

  it('finds tool calls by their names and arguments', async () => {
    const { scope, loci, found } = await begin()
    const call = {
      role: 'assistant' as const,
      content: null,
      toolCalls: [{ id: 'c', name: 'find_order', arguments: { order: 'A-1799' } }],
    }
    await loci.memory.write({ sessionId: 's', scope, messages: [user('where?'), call] })
    expect(await found('find_order')).toEqual(['s2'])
    expect(await found('a-1799')).toEqual(['s2'])
  })

  it('ranks whole words before parts, many before few, and among equals the newest first', async () => {
    const { write, found } = await begin()
    await write('part', ['some refunding here', 'ok'])
    await write('old', ['some refund here', 'ok'])
    await write('new', ['some refund here', 'ok'])
    await write('much', ['refund refund refund', 'ok'])
    expect(await found('refund')).toEqual(['much1', 'new1', 'old1', 'part1'])
  })

  it('pages without a gap or a double; a cursor of another search is refused', async () => {
    const { write, search } = await begin()
    for (let index = 0; index < 7; index += 1) await write(`t${index}`, ['a needle', 'the needle again', 'needles'])
    const all: string[] = []
    let cursor: string | undefined
    do {
      const page = await search('needle', { limit: 4, cursor })
      all.push(...page.items.map(({ threadId, seq }) => `${threadId}/${seq}`))
      expect(page.items.length).toBeLessThanOrEqual(4)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(all).toHaveLength(21)
    expect(new Set(all).size).toBe(21)
    const { nextCursor } = await search('needle', { limit: 4 })
    for (const other of [{ query: 'needles' }, { query: 'needle', role: 'user' as const }]) {
      const { query, ...more } = other
      await expect(search(query, { ...more, cursor: nextCursor ?? '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('fills a page past what only looks like a hit', async () => {
    const { write, found, search } = await begin()
    for (let index = 0; index < 30; index += 1) await write(`no${index}`, ['abcd and bcde', 'ok'])
    await write('yes', ['xabcdex', 'ok'])
    expect(await found('abcde')).toEqual(['yes1'])
    expect(await found('abcde', { limit: 1 })).toEqual(['yes1'])
    const { items, nextCursor } = await search('abcd bcde', { limit: 200 })
    expect([items.length, nextCursor]).toEqual([31, null])
  })

  it('filters by thread, role, agent, tags of thread or write, and time', async () => {
    const { scope, caller, write, found } = await begin()
    await write('a', ['needle', 'needle'], { agentName: 'lumen', tags: { channel: 'mail' } })
    await write('b', ['needle', 'ok'], { agentName: 'orchard' })
    await caller.threads.update({ threadId: 'b', scope, addTags: { vip: '' } })
    expect((await found('needle', { threadId: 'a' })).sort()).toEqual(['a1', 'a2'])
    expect(await found('needle', { threadId: 'nowhere' })).toEqual([])
    expect(await found('needle', { role: 'assistant' })).toEqual(['a2'])
    expect(await found('needle', { agentName: 'orchard' })).toEqual(['b1'])
    expect((await found('needle', { tags: { channel: 'mail' } })).sort()).toEqual(['a1', 'a2'])
    expect(await found('needle', { tags: { vip: '' } })).toEqual(['b1'])
    expect(await found('needle', { tags: { vip: '', channel: 'mail' } })).toEqual([])
    await ownerQuery(
      database,
      `update message set created_at = '2020-01-01T00:00:00Z' where tenant = $1 and role = 'assistant'`,
      [scope.tenant],
    )
    expect(await found('needle', { createdBefore: '2020-01-01T00:00:00.001Z' })).toEqual(['a2'])
    expect(await found('needle', { createdBefore: '2020-01-01T00:00:00.000Z' })).toEqual([])
    expect((await found('needle', { createdAfter: '2020-01-02T00:00:00.000Z' })).sort()).toEqual(['a1', 'b1'])
  })

  it('S2: never leaves the reach; crossing scopes is asked for by name, by those who may', async () => {
    const { scope, write, loci, caller, found } = await begin()
    await write('own', ['needle', 'ok'])
    await loci.memory.write({ sessionId: 'x', scope: { ...scope, subject: 'u2' }, messages: [user('needle')] })
    await loci.memory.write({ sessionId: 'y', scope: freshScope(), messages: [user('needle of another tenant')] })
    expect(await found('needle')).toEqual(['own1'])
    const over = (input: object, principal = keyOf({ kind: 'all' })) =>
      searcherOn(context, principal).search.messages({ query: 'needle', ...input })
    expect((await over({ scopePattern: { tenant: scope.tenant } })).items).toHaveLength(2)
    expect((await over({ scopePattern: { all: true }, limit: 200 })).items.length).toBeGreaterThanOrEqual(3)
    const bound = keyOf({ kind: 'scope', ...scope })
    expect((await over({}, bound)).items.map(({ threadId }) => threadId)).toEqual(['own'])
    await expect(over({ scopePattern: { tenant: scope.tenant } }, bound)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(over({ scope: { ...scope, subject: 'u2' } }, bound)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(caller.search.messages({ query: 'needle' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await caller.search.messages({ scope: { tenant: 'nobody' }, query: 'needle' })).items).toEqual([])
    const ofAgent = keyOf({ kind: 'scope', ...scope }, { agents: ['lumen'] })
    expect((await over({}, ofAgent)).items).toEqual([])
    expect((await over({ agentName: 'orchard' }, ofAgent)).items).toEqual([])
  })

  it('never shows deleted threads or redacted messages, and forks are found as threads of their own', async () => {
    const { scope, loci, caller, write, found } = await begin()
    await write('gone', ['needle', 'ok'])
    await write('cut', ['needle', 'needle'])
    await caller.threads.fork({ threadId: 'copy', fromThreadId: 'cut', scope })
    await loci.memory.clear({ sessionId: 'gone', scope })
    await ownerQuery(database, `update message set redacted_at = now() where tenant = $1 and seq = 1`, [scope.tenant])
    expect((await found('needle')).sort()).toEqual(['copy2', 'cut2'])
    expect(await found('needle', { threadId: 'copy' })).toEqual(['copy2'])
  })
})
