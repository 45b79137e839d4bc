import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WindowInput } from '../../memory/window-config'
import { createModels } from '../../server/models/models'
import { beginCase, expectWhole } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, calls, processOn, result, user } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'
import { storeSummary } from '../support/stored-summary'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

describe('limits and exchanges', () => {
  it('B016: limits below zero, in fractions or as text are refused', async () => {
    const { session } = begin()
    const bad = [
      { strategy: 'buffer', lastMessages: -5 },
      { strategy: 'buffer', maxTokens: -1 },
      { strategy: 'sliding-window', maxTurns: 1.5 },
      { strategy: 'buffer', maxMessages: '4' },
    ]
    for (const window of bad) {
      const read = callerOn(context).memory.read({ ...session, window: window as never })
      await expect(read).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(callerOn(context).memory.read({ ...session, limit: -1 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('B022, B023, B061: parallel results stay in the order in which they came', async () => {
    const { write, read, stored } = begin()
    const turn = [
      user('x'),
      { role: 'assistant', toolCalls: calls('k1', 'k2').toolCalls },
      result('k2', 'second first'),
      result('k1', 'first last'),
      assistant('ok'),
    ]
    await write(turn)
    expect((await stored()).map(({ toolCallId = null }) => toolCallId)).toEqual([null, null, 'k2', 'k1', null])
    expect((await read()).messages).toEqual(await stored())
    expect((await read()).messages).toEqual((await read()).messages)
  })

  it('B025: an unanswered call is stored, and served without its calls', async () => {
    const { write, read, stored } = begin()
    await write([user('open the safe'), { ...calls('e1'), content: 'trying' }])
    expectWhole((await read()).messages)
    await write([user('hello?'), assistant('Sorry, that failed')], { mode: 'append' })
    const { messages } = await read()
    expectWhole(messages)
    expect(messages.map(({ content }) => content)).toEqual(['open the safe', 'trying', 'hello?', 'Sorry, that failed'])
    expect((await stored())[1].toolCalls).toHaveLength(1)
  })

  it('B026: a late result is placed with its call', async () => {
    const { write, read } = begin()
    await write([user('go'), calls('x1')], { runId: 'r1' })
    await write([user('are you there?'), result('x1', 'late'), calls('x2'), result('x2'), assistant('done')], {
      mode: 'append',
      runId: 'r2',
    })
    const { messages } = await read()
    expectWhole(messages)
    expect(messages.map(({ content }) => content)).toEqual([
      'go',
      null,
      'late',
      'are you there?',
      null,
      'result of x2',
      'done',
    ])
  })

  it('B008: a window holds no part of an exchange, and what it keeps is one tail', async () => {
    const { read, write, session } = begin()
    await write([
      user('1'),
      assistant('2'),
      user('3'),
      { role: 'assistant', content: '', toolCalls: [{ id: 'm1', name: 'f', arguments: { x: 'y'.repeat(300) } }] },
      result('m1', 'r'),
      assistant('4'),
      user('5'),
    ])
    await setWindow(session.scope.tenant, { strategy: 'sliding-window', maxTokens: 40 })
    const { messages, window } = await read()
    expectWhole(messages)
    expect(window).toMatchObject({ ranges: [[6, 7]], overBudget: false })
  })

  it('B058: arguments that are no JSON come back as they were sent', async () => {
    const { read, write, stored } = begin()
    const call = { id: 't1', name: 'bash', arguments: '{"command":"ls -la /va' }
    const sent = [
      user('run'),
      { role: 'assistant', content: '', toolCalls: [call] },
      result('t1', 'error: bad arguments'),
      assistant('sorry'),
    ]
    await write(sent)
    expect(await stored()).toMatchObject(sent)
    expect((await read()).messages).toMatchObject(sent)
  })
})

describe('with a summary in front', () => {
  it('B007: the pair check runs over the whole composed list', async () => {
    const { read, write, session } = begin()
    const turn = (name: string, call: string) => [
      user(name),
      { ...calls(call), content: '' },
      result(call),
      assistant(`after ${name}`),
    ]
    await write([...turn('a', 'z1'), ...turn('c', 'z2')])
    const { tenant } = session.scope
    await storeSummary(database, tenant, { toSeq: 4, tokens: 8, text: 'Earlier: greetings' })
    await setWindow(tenant, {
      strategy: 'composite',
      providers: [
        { strategy: 'summarizing', recentMessages: 1, summarizeEvery: 2 },
        { strategy: 'buffer', maxMessages: 2 },
      ],
    })
    const given = await read()
    expectWhole(given.messages)
    expect(given.messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('Earlier: greetings'),
      'c',
      '',
      'result of z2',
      'after c',
    ])
    await setWindow(tenant, {
      strategy: 'composite',
      providers: [
        { strategy: 'summarizing', recentMessages: 1, summarizeEvery: 2 },
        { strategy: 'buffer', maxMessages: 2 },
      ],
      maxTokens: 20,
    })
    const tight = await read()
    expectWhole(tight.messages)
    expect(tight.window).toMatchObject({ ranges: [[8, 8]], overBudget: false })
  })

  it('B013: the newest message is kept and said to be over budget; no summary is made of nothing', async () => {
    const { read, write, session } = begin()
    await write([user('hi'), assistant('hello'), user('lorem ipsum '.repeat(20_000))])
    for (const window of [
      { strategy: 'sliding-window', maxTokens: 500 } as const,
      { strategy: 'summarizing', maxTokens: 500, recentMessages: 1 } as const,
    ]) {
      await setWindow(session.scope.tenant, window)
      const given = await read()
      expect(given.window).toMatchObject({ overBudget: true, ranges: [[3, 3]], messages: 1 })
      expect(given.window.summary ?? null).toBeNull()
      expect(given.window.summaryReason ?? null).toBeNull()
    }
  })

  it('B071, B077: a message is covered by the summary or returned, never both, and none is lost', async () => {
    const { read, write, session, contents } = begin()
    const names = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
    await write(names.map((name, index) => (index % 2 === 0 ? user(name) : assistant(name))))
    await storeSummary(database, session.scope.tenant, { toSeq: 4, tokens: 8, text: 'of m1 to m4' })
    await setWindow(session.scope.tenant, { strategy: 'summarizing', recentMessages: 2, summarizeEvery: 2 })
    const given = await read()
    expect(given.messages.map(({ content }) => content)).toEqual([expect.stringContaining('of m1 to m4'), 'm5', 'm6'])
    expect(given.window).toMatchObject({
      summary: { version: 1, toSeq: 4, tokens: 8 },
      summaryReason: null,
      ranges: [[5, 6]],
      messages: 3,
    })
    expect(await contents()).toEqual(names)
  })

  it('B142: whole states with a summary in front are stored once, whatever became of it, in one round trip', async () => {
    const { read, write, session, contents } = begin()
    const old = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? user(`q${index}`) : assistant(`a${index}`)))
    await write(old)
    await storeSummary(database, session.scope.tenant, { toSeq: 36, tokens: 20 })
    await setWindow(session.scope.tenant, { strategy: 'summarizing', maxTokens: 500, recentMessages: 4 })
    const first = await read()
    expect(first.window).toMatchObject({ summary: { toSeq: 36 }, ranges: [[37, 40]] })
    expect(await write([...first.messages, user('next'), assistant('ok')], { readId: first.readId })).toMatchObject({
      appended: 2,
      matched: 4,
      conflicts: [],
    })
    const second = await read()
    const bare = second.messages.map(({ content }) => content ?? '')
    const roles = second.messages.map(({ role }, index) => (index === 0 ? ('assistant' as const) : role))
    const echo = bare.map((content, index) => ({ role: roles[index] ?? 'user', content }))
    expect(await write([...echo, user('again'), assistant('ok2')], { readId: second.readId })).toMatchObject({
      appended: 2,
      conflicts: [],
    })
    expect((await contents()).slice(-6)).toEqual(['q38', 'a39', 'next', 'ok', 'again', 'ok2'])
    expect(await contents()).toHaveLength(44)
    expect((await read()).messages.filter(({ content }) => String(content).includes('what was said'))).toHaveLength(1)
  })

  it('W8: says why there is no summary, or an old one', async () => {
    const { read, write, session } = begin()
    const { tenant } = session.scope
    const turns = (count: number) => Array.from({ length: count }, () => [user('q'), assistant('a')]).flat()
    await setAppWindow({ strategy: 'summarizing', recentMessages: 4, summarizeEvery: 4 })
    expect((await read()).window).toMatchObject({ summary: null, summaryReason: null, totalMessages: 0 })
    await write(turns(3), { mode: 'append' })
    expect((await read()).window).toMatchObject({ summary: null, summaryReason: null })
    await write(turns(2), { mode: 'append' })
    expect((await read()).window).toMatchObject({ summary: null, summaryReason: 'no-model', messages: 10 })
    const models = createModels({
      baseUrl: 'http://127.0.0.1:9/v1',
      apiKey: undefined,
      summary: 'm',
      embedding: undefined,
    })
    const named = await callerOn({ ...context, models }).memory.read(session)
    expect(named.window).toMatchObject({ summary: null, summaryReason: 'not-yet' })
    await ownerQuery(
      database,
      `insert into summary_state (tenant, scope_id, thread_uid, reason) select tenant, scope_id, uid, 'failed' from thread where tenant = $1`,
      [tenant],
    )
    expect((await read()).window).toMatchObject({ summary: null, summaryReason: 'failed' })
    await storeSummary(database, tenant, { toSeq: 6, tokens: 30 })
    expect((await read()).window).toMatchObject({ summary: { toSeq: 6 }, summaryReason: null, messages: 5 })
    expect((await read({ tags: { a: 'b' } })).window).toMatchObject({ summary: null, summaryReason: 'filtered' })
    await setAppWindow({ strategy: 'summarizing', recentMessages: 4, summarizeEvery: 4, maxTokens: 30 })
    expect((await read()).window).toMatchObject({ summary: null, summaryReason: 'no-room' })
    await setAppWindow(null)
  })
})

/** The window of a tenant's only thread. */
async function setWindow(tenant: string, window: WindowInput) {
  await ownerQuery(database, 'update thread set "window" = $2, window_version = 1 where tenant = $1', [
    tenant,
    JSON.stringify(window),
  ])
}

async function setAppWindow(window: WindowInput | null) {
  await ownerQuery(
    database,
    `with moved as (update installation set config_revision = config_revision + 1)
     insert into config_version (agent_name, version, "window", author)
     select '', coalesce(max(version), 0) + 1, $1, 'test' from config_version where agent_name = ''`,
    [window && JSON.stringify(window)],
  )
}
