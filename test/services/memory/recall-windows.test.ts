import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WindowInput } from '../../../memory/window-config'
import type { ServiceContext } from '../../../server/services/context'
import { expectWhole } from '../../support/case-session'
import { type TestDatabase, testDatabase } from '../../support/database'
import {
  assistant,
  callerOn,
  calls,
  freshSession,
  onTheWire,
  processOn,
  result,
  user,
} from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { storeSummary } from '../../support/stored-summary'

let database: TestDatabase
let context: ServiceContext
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

/** A session whose thread has this window. */
async function begin(window: WindowInput, first: Parameters<ReturnType<typeof freshSession>['write']>[0]) {
  const own = freshSession(context)
  await own.write(first, { mode: 'append' })
  await ownerQuery(database, 'update thread set "window" = $2, window_version = 1 where tenant = $1', [
    own.session.scope.tenant,
    JSON.stringify(window),
  ])
  const stored = async (threadId = 's') => {
    const page = await callerOn(context).messages.list({ threadId, scope: own.session.scope, limit: 200 })
    return onTheWire(page).items.map(({ message }) => message.content)
  }
  return { ...own, stored }
}

const small = (count: number) =>
  Array.from({ length: count }, (_, index) => [user(`small talk ${index}`), assistant(`indeed ${index}`)]).flat()
const contents = (messages: readonly { content?: unknown }[]) => messages.map(({ content }) => content)
const booking = [
  user('where is my luggage?'),
  calls('a', 'b'),
  result('b'),
  user('hm'),
  result('a', 'suitcase at gate 9'),
]

describe('a vector window', () => {
  it('W3, W8: shows the newest and what the question recalls far back, each in its whole exchange', async () => {
    const window = { strategy: 'vector', topK: 2, recentMessages: 2 } as const
    const { read } = await begin(window, [...small(3), ...booking, assistant('there it is'), ...small(40)])
    const given = await read({ query: 'suitcase' })
    expectWhole(given.messages)
    expect(contents(given.messages)).toEqual([null, 'result of b', 'suitcase at gate 9', 'small talk 39', 'indeed 39'])
    expect(given.window).toMatchObject({
      strategy: 'vector',
      recalled: {
        ranges: [
          [8, 9],
          [11, 11],
        ],
        elsewhere: [],
      },
      messages: 5,
    })
    const plain = await read()
    expect(plain.window).toMatchObject({ ranges: [[91, 92]], messages: 2 })
    expect(plain.window.recalled).toBeUndefined()
    const nothing = await read({ query: 'zeppelin' })
    expect(nothing.window).toMatchObject({ ranges: [[91, 92]], recalled: { ranges: [], elsewhere: [] } })
    expect((await read({ query: ' ?! ' })).window.recalled).toBeUndefined()
  })

  it('W8: what other threads of the subject hold stands after the summary, and never what another subject holds', async () => {
    const window: WindowInput = {
      strategy: 'composite',
      providers: [
        { strategy: 'summarizing', recentMessages: 2, summarizeEvery: 2 },
        { strategy: 'vector', topK: 5, reach: 'subject', recentMessages: 0 },
      ],
    }
    const { session, read, write } = await begin(window, small(4))
    await storeSummary(database, session.scope.tenant, { toSeq: 6, tokens: 12 })
    await write([user('I collect zeppelins'), assistant('noted')], { sessionId: 'older' })
    await write(booking, { sessionId: 'newer', mode: 'append' })
    await write([user('a zeppelin? a suitcase?')], { sessionId: 'newer', mode: 'append' })
    const stranger = { ...session.scope, subject: 'u2' }
    await write([user('my suitcase of zeppelins')], { scope: stranger, sessionId: 'strange' })
    const given = await read({ query: 'suitcase zeppelin' })
    expectWhole(given.messages)
    expect(contents(given.messages)).toEqual([
      expect.stringContaining('what was said'),
      'I collect zeppelins',
      null,
      'result of b',
      'suitcase at gate 9',
      'a zeppelin? a suitcase?',
      'small talk 3',
      'indeed 3',
    ])
    expect(given.messages.slice(1, 6).every(({ id }) => id?.startsWith('recalled:'))).toBe(true)
    expect(given.window).toMatchObject({ ranges: [[7, 8]], messages: 8, summary: { toSeq: 6 } })
    expect(given.window.recalled?.elsewhere).toMatchObject([
      { ranges: [[1, 1]] },
      {
        ranges: [
          [2, 3],
          [5, 6],
        ],
      },
    ])
  })
})

describe('R2: what was recalled in other threads comes back with a write', () => {
  const window = { strategy: 'vector', topK: 3, reach: 'subject', recentMessages: 2 } as const

  async function recalledRun() {
    const own = await begin(window, small(2))
    await own.write([user('I collect zeppelins'), assistant('a zeppelin collector')], { sessionId: 'older' })
    const given = await own.read({ query: 'zeppelin' })
    expect(contents(given.messages)).toEqual([
      'I collect zeppelins',
      'a zeppelin collector',
      'small talk 1',
      'indeed 1',
    ])
    return { ...own, given, fresh: [user('sell one'), assistant('sold')] }
  }
  const bare = (messages: readonly { role: string; content?: unknown }[]) =>
    messages.map(({ role, content }) => ({ role, content }) as ReturnType<typeof user>)
  const wanted = ['small talk 0', 'indeed 0', 'small talk 1', 'indeed 1', 'sell one', 'sold']

  it('with ids, wherever they stand, with a read token and without', async () => {
    for (const withToken of [true, false]) {
      const { given, fresh, write, stored } = await recalledRun()
      const [first, second, ...own] = given.messages
      const state = [...own, first, ...fresh.slice(0, 1), second, ...fresh.slice(1)].flatMap((message) => message ?? [])
      const answer = await write(state, withToken ? { readId: given.readId } : {})
      expect(answer).toMatchObject({ appended: 2, matched: 4, conflicts: [] })
      expect(await stored()).toEqual(wanted)
      expect(await stored('older')).toHaveLength(2)
    }
  })

  it('without ids by their place, also where the list was cut at its beginning, and again within the run', async () => {
    for (const cut of [0, 1, 2, 3]) {
      const { given, fresh, write, stored } = await recalledRun()
      const state = [...bare(given.messages).slice(cut), ...fresh]
      const answer = await write(state, { readId: given.readId, runId: 'r' })
      expect(answer).toMatchObject({ appended: 2, conflicts: [] })
      const more = [...state, user('and another'), assistant('sold too')]
      expect(await write(more, { readId: given.readId, runId: 'r' })).toMatchObject({ appended: 2, conflicts: [] })
      expect(await stored()).toEqual([...wanted, 'and another', 'sold too'])
    }
  })

  it('in a thread that does not exist yet: its first read shows what the others hold', async () => {
    const { session, write, stored } = await begin(window, small(1))
    await write([user('zeppelins please')], { sessionId: 'older' })
    await ownerQuery(
      database,
      `with moved as (update installation set config_revision = config_revision + 1)
       insert into config_version (agent_name, version, "window", author) values ('recaller', 1, $1, 'test')`,
      [JSON.stringify(window)],
    )
    const given = onTheWire(
      await callerOn(context).memory.read({ ...session, sessionId: 'new', agentName: 'recaller', query: 'zeppelin' }),
    )
    expect(contents(given.messages)).toEqual(['zeppelins please'])
    const answer = await write([...bare(given.messages), user('hi'), assistant('ho')], {
      sessionId: 'new',
      readId: given.readId,
    })
    expect(answer).toMatchObject({ appended: 2, matched: 1, thread: { messageCount: 2 } })
    expect(await stored('new')).toEqual(['hi', 'ho'])
  })
})

describe('W4: a query of a window that does not recall', () => {
  it('narrows the list to the messages that hold its words, in whole exchanges, before the window', async () => {
    const window = { strategy: 'buffer', maxMessages: 4 } as const
    const { read, write } = await begin(window, [
      ...small(3),
      ...booking,
      assistant('the suitcase waits'),
      ...small(20),
    ])
    const given = await read({ query: 'Suitcases' })
    expectWhole(given.messages)
    expect(contents(given.messages)).toEqual([null, 'result of b', 'suitcase at gate 9', 'the suitcase waits'])
    expect(given.window).toMatchObject({ strategy: 'buffer', messages: 4, totalMessages: 52 })
    expect(given.window.recalled).toBeUndefined()
    expect((await read({ query: 'suitcase', limit: 1 })).messages.map(({ content }) => content)).toEqual([
      'the suitcase waits',
    ])
    expect((await read({ query: 'xyzzy' })).messages).toEqual([])
    expect((await read({ query: ' … ' })).messages).toHaveLength(4)
    const readId = given.readId
    const answer = await write([...given.messages, user('thanks'), assistant('you are welcome')], { readId })
    expect(answer).toMatchObject({ appended: 2, matched: 4 })
  })

  it('after the tags', async () => {
    const { read, write } = await begin({ strategy: 'sliding-window', maxTurns: 9 }, [
      user('my suitcase'),
      assistant('ok'),
    ])
    await write([user('blue suitcase'), assistant('ok')], { tags: { kind: 'blue' }, mode: 'append' })
    await write([user('blue umbrella'), assistant('ok')], { tags: { kind: 'blue' }, mode: 'append' })
    const given = await read({ tags: { kind: 'blue' }, query: 'suitcase' })
    expect(contents(given.messages)).toEqual(['blue suitcase'])
  })

  it('of one that recalls: among what the tags left', async () => {
    const window = { strategy: 'vector', topK: 3, recentMessages: 1 } as const
    const { read, write } = await begin(window, [user('my suitcase'), assistant('ok')])
    await write([user('blue suitcase'), assistant('ok')], { tags: { kind: 'blue' }, mode: 'append' })
    await write([user('blue umbrella'), assistant('as you like')], { tags: { kind: 'blue' }, mode: 'append' })
    const given = await read({ tags: { kind: 'blue' }, query: 'suitcase' })
    expect(contents(given.messages)).toEqual(['blue suitcase', 'as you like'])
    expect(given.window.recalled).toEqual({ ranges: [[3, 3]], elsewhere: [] })
  })
})
