import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import { sweepPiece } from '../../../server/services/insights/sweep-threads'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, calls, result, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
const odd = 'a/b?c=%2F&d:e #f'
beforeAll(async () => {
  database = await testDatabase()
  const failing = [user('Where is it?'), calls('c'), result('c', '{"error":"down"}'), assistant('I cannot say.')]
  const scope = { tenant: 'acme', subject: odd }
  await seedWrite(database, {
    scope,
    threadId: 'large',
    agentName: 'support',
    messages: [...failing, user('x '.repeat(500)), assistant('Yes.')],
  })
  await seedWrite(database, {
    scope,
    threadId: 'small',
    agentName: 'sales',
    messages: [user('Hi'), assistant('Hello.')],
  })
  await seedWrite(database, {
    scope: { tenant: 'acme', subject: '' },
    threadId: 'none',
    messages: [user('Hi'), assistant('Hello.')],
  })
  await seedWrite(database, {
    scope: { tenant: 'other', subject: odd },
    threadId: 'a',
    messages: [user('Hi'), assistant('Hello.')],
  })
  await seedWrite(database, { scope, threadId: 'gone', messages: failing })
  await desk().threads.delete({ scope, threadId: 'gone' })
  await sweepPiece(callContext(database, { kind: 'system' }), null)
})
afterAll(() => database.close())

const desk = () => createCallerFactory(appRouter)(callContext(database, operatorOf('lead')))
const day = 86_400_000
const now = Date.now()
const range = {
  from: new Date(now - day).toISOString(),
  to: new Date(now + day).toISOString(),
  step: 'day',
  timeZone: 'Asia/Kolkata',
} as const
const sum = (items: readonly { messages: number }[]) => items.reduce((total, { messages }) => total + messages, 0)

describe('overview.activity', () => {
  it('says what happened, of everything, a tenant, a subject and an agent', async () => {
    const all = await desk().overview.activity(range)
    expect(sum(all.items)).toBe(16)
    expect(all.before).toEqual({ threads: 0, messages: 0, tokens: 0, reads: 0, writes: 0 })
    expect(all.places.map(({ tenant, subject, threads }) => [tenant, subject, threads])).toEqual([
      ['acme', null, 4],
      ['other', null, 1],
    ])
    const tenant = await desk().overview.activity({ ...range, tenant: 'acme' })
    expect(sum(tenant.items)).toBe(14)
    expect(tenant.places.map(({ subject, messages }) => [subject, messages])).toEqual([
      [odd, 12],
      ['', 2],
    ])
    const subject = await desk().overview.activity({ ...range, tenant: 'acme', subject: odd })
    expect([sum(subject.items), subject.places]).toEqual([12, []])
    expect(sum((await desk().overview.activity({ ...range, tenant: 'acme', subject: 'nobody' })).items)).toBe(0)
    const agent = await desk().overview.activity({ ...range, agentName: 'support' })
    expect(agent.items).toMatchObject([{ agentName: 'support', threads: 1, messages: 6, writes: 1 }])
  })

  it('begins days where they begin in the time zone', async () => {
    const { items } = await desk().overview.activity(range)
    for (const { start } of items) expect(new Date(start).toISOString()).toMatch(/T18:30:00\.000Z$/)
  })

  it('compares with the same time before', async () => {
    const later = { ...range, from: new Date(now + day).toISOString(), to: new Date(now + 3 * day).toISOString() }
    const { items, before } = await desk().overview.activity(later)
    expect([items, before.messages]).toEqual([[], 16])
  })

  it('puts all but the busiest agents together', async () => {
    await ownerQuery(
      database,
      `insert into tenant_activity (tenant, agent_name, hour, messages)
       select 'many', 'agent ' || n, '2020-01-01T00:00Z', n from generate_series(1, 20) n`,
    )
    const { items } = await desk().overview.activity({
      ...range,
      timeZone: 'UTC',
      from: '2020-01-01T00:00:00.000Z',
      to: '2020-01-02T00:00:00.000Z',
    })
    expect(items).toHaveLength(6)
    expect(items.find(({ agentName }) => agentName === null)).toMatchObject({ messages: 120 })
    expect(sum(items)).toBe(210)
  })

  it.each([
    { from: range.to, to: range.from },
    { from: '2020-01-01T00:00:00.000Z' },
    { timeZone: 'Nowhere' },
    { subject: 'a' },
  ])('refuses %j', async (input) => {
    await expect(desk().overview.activity({ ...range, ...input })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('overview.attention', () => {
  it('counts living threads with signals, and knows the largest and the stalest', async () => {
    const attention = await desk().overview.attention()
    expect(attention.signals).toEqual([{ signal: 'tool-failed', threads: 1, capped: false }])
    expect(attention.largest.map(({ threadId }) => threadId)[0]).toBe('large')
    expect(attention.largest.map(({ threadId }) => threadId)).not.toContain('gone')
    expect(attention.oldestUnreviewed).toMatchObject({ threadId: 'large' })
    expect(attention.stalest.map(({ threadId }) => threadId)).toEqual(['large', 'small', 'none', 'a'])
    expect(attention.failedJobs).toEqual({ count: 0, capped: false })
  })
})

describe('scopes.tenants and scopes.get', () => {
  it('shows tenants with what all their scopes hold, page by page, also before they are swept', async () => {
    await seedWrite(database, { scope: { tenant: 'new', subject: 'b' }, threadId: 'a', messages: [user('Hi')] })
    const { items } = await desk().scopes.tenants({})
    expect(items.map(({ tenant, subjects, threads, messages }) => [tenant, subjects, threads, messages])).toEqual([
      ['acme', 2, 3, 10],
      ['new', 1, 1, 1],
      ['other', 1, 1, 2],
    ])
    const first = await desk().scopes.tenants({ limit: 2 })
    const second = await desk().scopes.tenants({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items]).toEqual(items)
    expect(second.nextCursor).toBeNull()
    const found = await desk().scopes.tenants({ text: 'A/B?' })
    expect(found.items.map(({ tenant }) => tenant)).toEqual(['acme', 'other'])
  })

  it('S4: says everything about one tenant or one subject, whatever its text', async () => {
    const tenant = await desk().scopes.get({ tenant: 'acme' })
    expect(tenant).toMatchObject({ subject: null, subjects: 2, threads: 3, trash: { count: 1 } })
    expect(tenant.agents.map(({ agentName }) => agentName)).toEqual(['', 'support', 'sales'])
    const subject = await desk().scopes.get({ tenant: 'acme', subject: odd })
    expect(subject).toMatchObject({ subject: odd, threads: 2, messages: 8, trash: { count: 1, capped: false } })
    expect(subject.signals).toEqual([{ signal: 'tool-failed', threads: 1, capped: false }])
    expect(subject.largest.map(({ threadId }) => threadId)).toEqual(['large', 'small'])
    const other = await desk().scopes.get({ tenant: 'other', subject: odd })
    expect([other.signals, other.trash.count, other.largest.length]).toEqual([[], 0, 1])
  })

  it('S3: answers NOT_FOUND for what is nowhere, and is not for keys', async () => {
    for (const input of [{ tenant: 'nowhere' }, { tenant: 'acme', subject: 'nobody' }]) {
      await expect(desk().scopes.get(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    const key = createCallerFactory(appRouter)(callContext(database, keyOf({ kind: 'all' })))
    for (const refused of [
      key.scopes.tenants({}),
      key.scopes.get({ tenant: 'acme' }),
      key.overview.attention(),
      key.overview.activity(range),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
