import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import { sweepChanged, sweepPiece } from '../../../server/services/insights/sweep-threads'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, calls, result, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const services = () => callContext(database, operatorOf('lead'))
const desk = () => createCallerFactory(appRouter)(services())

/** Until a walk has seen all threads. */
async function walk(): Promise<void> {
  const context = services()
  let place = await sweepPiece(context, null)
  while (place !== null) place = await sweepPiece(context, place)
}

async function signalsIn(tenant: string): Promise<unknown[]> {
  const rows = await ownerQuery(
    database,
    `select signal, count, first_seq, last_seq from thread_signal where tenant = $1 order by signal`,
    [tenant],
  )
  return rows.map((row) => [row.signal, row.count, row.first_seq, row.last_seq])
}

async function makeOld(tenant: string): Promise<void> {
  await ownerQuery(
    database,
    `update thread set last_message_at = last_message_at - interval '1 hour' where tenant = $1`,
    [tenant],
  )
}

/** Activity as it is kept against a count of what the tables hold; reads stand in no table. */
async function expectExact(): Promise<void> {
  const recount = `
    select tenant, scope_id::text, agent_name, hour, sum(threads)::int threads, sum(messages)::int messages,
           sum(tokens)::int tokens, sum(writes)::int writes from (
      select t.tenant, t.scope_id, coalesce(t.agent_name, '') agent_name,
             date_bin('1 hour', t.created_at, '2000-01-01Z') as hour, 1 threads, 0 messages, 0 tokens, 0 writes from thread t
      union all
      select m.tenant, m.scope_id, coalesce(e.agent_name, t.agent_name, ''), date_bin('1 hour', m.created_at, '2000-01-01Z'),
             0, count(*), sum(m.tokens), count(distinct m.entry_id)
      from message m join thread t on t.uid = m.thread_uid
      left join entry e on e.thread_uid = m.thread_uid and e.id = m.entry_id group by 1, 2, 3, 4, m.thread_uid) x
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`
  const kept = `select tenant, scope_id::text, agent_name, hour, threads, messages::int, tokens::int, writes::int
    from activity where threads + messages > 0 order by 1, 2, 3, 4`
  const counted = await ownerQuery(database, recount, [])
  expect(counted.length).toBeGreaterThan(0)
  expect(await ownerQuery(database, kept, [])).toEqual(counted)
  const byTenant = (
    source: string,
  ) => `select tenant, agent_name, hour, sum(threads)::int threads, sum(messages)::int messages,
    sum(tokens)::int tokens, sum(writes)::int writes, sum(reads)::int reads from ${source} group by 1, 2, 3 order by 1, 2, 3`
  expect(await ownerQuery(database, byTenant('tenant_activity'), [])).toEqual(
    await ownerQuery(database, byTenant('activity'), []),
  )
}

describe('the sweep', () => {
  it('finds signals in what is new, once', async () => {
    const write = { scope: { tenant: 'signals', subject: 'a' }, threadId: 'one' }
    await seedWrite(database, { ...write, messages: [user('Where is my order?'), assistant('On its way.')] })
    await sweepChanged(services(), new Date(Date.now() - 60_000))
    expect(await signalsIn('signals')).toEqual([])
    await seedWrite(database, {
      ...write,
      messages: [user('where is my ORDER'), calls('c'), result('c', '{"error":"down"}'), assistant('I cannot say.')],
    })
    await sweepChanged(services(), new Date(Date.now() - 60_000))
    await sweepChanged(services(), new Date(Date.now() - 60_000))
    await walk()
    expect(await signalsIn('signals')).toEqual([
      ['repeated-question', 1, 3, 3],
      ['tool-failed', 1, 5, 5],
    ])
    await seedWrite(database, { ...write, messages: [user('Where is my order'), assistant('Still on its way.')] })
    await walk()
    expect(await signalsIn('signals')).toContainEqual(['repeated-question', 2, 3, 7])
    const within = { scopePattern: { tenant: 'signals' } } as const
    const found = await desk().threads.list({ ...within, signals: ['unanswered', 'tool-failed'] })
    expect(found.items.map(({ threadId, signals }) => [threadId, signals])).toEqual([
      ['one', ['tool-failed', 'repeated-question']],
    ])
    expect(await desk().threads.count({ ...within, signals: ['repeated-question'] })).toMatchObject({ count: 1 })
    expect(await desk().threads.count({ ...within, signals: ['conflicts'] })).toMatchObject({ count: 0 })
    const key = callContext(database, keyOf({ kind: 'all' }))
    const byKey = await createCallerFactory(appRouter)(key).threads.list(within)
    expect(byKey.items[0]?.signals).toBeNull()
    await expectExact()
  })

  it.each([
    '{"role":"user","content":[null,{"type":"text","text":"Where is my order?"}]}',
    '{"role":"user","content":[{"type":7,"text":"Where is my order?"}]}',
    '{"role":"function","name":"f","content":{"a":1}}',
    '{"role":"assistant","content":null,"toolCalls":[null,{"id":null}]}',
    '{"role":"tool","toolCallId":null,"content":7}',
    '[]',
    'null',
    'no JSON',
  ])('passes over a stored text that is no message, and finds what stands behind it: %s', async (raw) => {
    const tenant = `odd-${randomUUID()}`
    const write = { scope: { tenant, subject: 'a' }, threadId: 'odd' }
    await seedWrite(database, { ...write, messages: [user('Hello?'), calls('c'), result('c', '{"error":"down"}')] })
    await ownerQuery(database, `update message set raw = $2 where tenant = $1 and seq = 1`, [tenant, raw])
    await sweepChanged(services(), new Date(Date.now() - 60_000))
    expect(await signalsIn(tenant)).toEqual([['tool-failed', 1, 3, 3]])
  })

  it('T1: a turn that stays open counts as unanswered until it is closed', async () => {
    const write = { scope: { tenant: 'waits', subject: '' }, threadId: 'one' }
    await seedWrite(database, { ...write, messages: [user('Hello'), assistant('Hi.'), user('Is anybody there?')] })
    await walk()
    expect(await signalsIn('waits')).toEqual([])
    // Its time comes without a change of the thread.
    await makeOld('waits')
    await ownerQuery(database, `update thread_sweep set due_at = now() - interval '1 minute' where tenant = $1`, [
      'waits',
    ])
    await sweepChanged(services(), new Date())
    expect(await signalsIn('waits')).toEqual([['unanswered', 1, 3, 3]])
    await seedWrite(database, { ...write, messages: [assistant('Yes.')] })
    await sweepChanged(services(), new Date(Date.now() - 60_000))
    expect(await signalsIn('waits')).toEqual([])
  })

  it('W3: notices writes after a read over budget, and conflicts', async () => {
    const scope = { tenant: 'budget', subject: 'a' }
    const agent = createCallerFactory(appRouter)(callContext(database, keyOf({ kind: 'scope', ...scope })))
    await agent.memory.write({ sessionId: 's', messages: [user('Tell me.'), assistant('x '.repeat(300))] })
    const window = { strategy: 'sliding-window' as const, maxTokens: 10 }
    const admin = createCallerFactory(appRouter)(callContext(database, operatorOf('admin')))
    await admin.agents.setWindow({ app: true, window })
    const read = await agent.memory.read({ sessionId: 's' })
    expect(read.window.overBudget).toBe(true)
    await agent.memory.write({
      sessionId: 's',
      readId: read.readId,
      messages: [user('And now?'), assistant('Now this.')],
    })
    await admin.agents.setWindow({ app: true, window: null })
    await walk()
    expect(await signalsIn('budget')).toEqual([['over-budget', 1, 3, 3]])
  })

  it('keeps figures that equal a count of the tables, whoever sweeps and however long threads are', async () => {
    for (const [subject, agentName] of [
      ['a', 'support'],
      ['a', undefined],
      ['b', 'sales'],
    ] as const) {
      const scope = { tenant: 'figures', subject }
      const threadId = `${agentName}`
      await seedWrite(database, { scope, threadId, agentName, messages: [user('Hello'), assistant('Hi.')] })
      // More than one look takes, as one write.
      const many = Array.from({ length: 450 }, (_, n) => [
        user(`Question ${n} of many`),
        assistant(`Answer ${n}`),
      ]).flat()
      await seedWrite(database, { scope, threadId, agentName, messages: many })
    }
    // Some of it lies in other hours.
    await ownerQuery(
      database,
      `update message set created_at = created_at - interval '30 hours' where tenant = $1 and seq <= 2`,
      ['figures'],
    )
    await desk().threads.create({ scope: { tenant: 'figures', subject: 'c' }, threadId: 'empty' })
    for (let round = 0; round < 4; round += 1)
      await Promise.all([walk(), walk(), sweepChanged(services(), new Date(0))])
    await expectExact()
    const rows = await ownerQuery(database, `select threads, messages::int from scope_total where tenant = $1`, [
      'figures',
    ])
    expect(rows).toHaveLength(3)
    expect(rows).toContainEqual({ threads: 2, messages: 1804 })
    expect(rows).toContainEqual({ threads: 1, messages: 0 })
  })

  it('counts deleted threads out of their scope, and restored ones in', async () => {
    const scope = { tenant: 'totals', subject: '' }
    for (const threadId of ['a', 'b']) await seedWrite(database, { scope, threadId, messages: [user('Hello')] })
    await walk()
    const total = async () =>
      await ownerQuery(database, 'select threads, messages::int from scope_total where tenant = $1', ['totals'])
    expect(await total()).toEqual([{ threads: 2, messages: 2 }])
    await desk().threads.delete({ threadId: 'a', scope })
    await sweepChanged(services(), new Date(Date.now() - 60_000))
    expect(await total()).toEqual([{ threads: 1, messages: 1 }])
    await desk().threads.restore({ threadId: 'a', scope })
    await walk()
    expect(await total()).toEqual([{ threads: 2, messages: 2 }])
  })

  it('says the same of a scope whose last thread is deleted, whether it looks at changes or walks', async () => {
    const scope = { tenant: 'emptied', subject: 'a' }
    await seedWrite(database, { scope, threadId: 'only', messages: [user('q'), assistant('a')] })
    const since = new Date(Date.now() - 60_000)
    const kept = () => ownerQuery(database, 'select threads from scope_total where tenant = $1', ['emptied'])
    await sweepChanged(services(), since)
    expect(await kept()).toEqual([{ threads: 1 }])
    await desk().threads.delete({ threadId: 'only', scope })
    await sweepChanged(services(), since)
    expect(await kept()).toEqual([])
    await walk()
    await sweepChanged(services(), since)
    expect(await kept()).toEqual([])
  })

  it('counts what agents read, and not what people look at', async () => {
    const scope = { tenant: 'reads', subject: 'a' }
    await seedWrite(database, { scope, threadId: 's', messages: [user('Hello'), assistant('Hi.')] })
    const key = callContext(database, keyOf({ kind: 'scope', ...scope }))
    const agent = createCallerFactory(appRouter)(key)
    await agent.memory.read({ sessionId: 's', agentName: 'support' })
    await agent.memory.read({ sessionId: 's', agentName: 'support' })
    await agent.memory.read({ sessionId: 's' })
    await agent.memory.read({ sessionId: 'nowhere' })
    const people = services()
    await createCallerFactory(appRouter)(people).memory.read({ sessionId: 's', scope })
    await Promise.all([key.readCounter.flush(), people.readCounter.flush()])
    const rows = await ownerQuery(
      database,
      `select agent_name, sum(reads)::int as reads from activity where tenant = $1 and reads > 0 group by 1 order by 1`,
      ['reads'],
    )
    expect(rows).toEqual([
      { agent_name: '', reads: 1 },
      { agent_name: 'support', reads: 2 },
    ])
  })
})
