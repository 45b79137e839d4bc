import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MemoryMessage } from '../../memory/better-agent/agent-message'
import { createInMemoryStorage, createMemory, lociStorage } from '../../sdk/better-agent'
import { Loci } from '../../sdk/client'
import { agentMemorySuite } from '../support/agent-memory-suite'
import { bare, calls, idsOf, result, says, user } from '../support/agent-messages'
import { type TestServer, testServer } from '../support/server'
import { sqlStyleStorage } from '../support/sql-style-storage'

let server: TestServer
let key: string
let tenants = 0

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const emptyTenant = () => {
  tenants += 1
  return `tenant-${tenants}`
}

/** The scopes of the suite are `tenant:acme:…`; each test has its own tenant in acme's place. */
function storage(tenant = emptyTenant()) {
  const inTenant: typeof fetch = (input, init) =>
    fetch(input, { ...init, body: String(init?.body).replaceAll('tenant:acme:', `tenant:${tenant}:`) })
  return lociStorage({ loci: new Loci({ url: server.url, key, fetch: inTenant }), scope: { tenant } })
}

agentMemorySuite('Loci', () => storage())

describe('lociStorage', () => {
  /** The answers of the server, by procedure: how many messages each holds. */
  function watched(tenant: string) {
    const answers: { path: string; messages: number }[] = []
    const watching: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const text = await response.clone().text()
      answers.push({ path: String(input).split('/').at(-1) ?? '', messages: text.split('"role"').length - 1 })
      return response
    }
    const loci = new Loci({ url: server.url, key, fetch: watching })
    return { answers, storage: lociStorage({ loci, scope: { tenant } }) }
  }

  it('W4: fetches no more of a long thread than what is asked for', async () => {
    const { answers, storage: own } = watched(emptyTenant())
    const memory = createMemory({ storage: own, lastMessages: 20 })
    const messages = Array.from({ length: 600 }, (_, index) => (index % 2 ? says(`a${index}`) : user(`q${index}`)))
    await memory.messages.append({ threadId: 't', messages })
    answers.length = 0
    expect(idsOf(await memory.messages.list({ threadId: 't', limit: 20 }))).toEqual(idsOf(messages.slice(-20)))
    expect(idsOf(await memory.history({ threadId: 't' }))).toEqual(idsOf(messages.slice(-20)))
    await own.list('memoryMessages', { where: { threadId: 't' }, orderBy: { createdAt: 'desc' }, take: 20 })
    await memory.messages.append({ threadId: 't', messages: [user('new')] })
    expect(answers.map(({ messages: count }) => count)).toEqual([20, 20, 20, 22, 0])
    expect(await memory.messages.list({ threadId: 't' })).toHaveLength(601)
  })

  it('a program that asks for tables gets threads and messages, in the order of their times', async () => {
    const own = storage()
    const thread = { id: 't', agentName: 'support', scope: 'subject:u', createdAt: 1, updatedAt: 1 }
    await own.set('memoryThreads', 't', thread)
    const record = (index: number): [string, MemoryMessage] => [
      `t:${1_000 + index}:m${index}`,
      {
        ...(index % 2 ? says(`m${index}`) : user(`m${index}`)),
        threadId: 't',
        runId: `r${index >> 2}`,
        createdAt: 1_000 + index,
      },
    ]
    // In parallel and out of order, as its Promise.all may start them.
    await Promise.all([3, 1, 0, 2, 4, 5].map((index) => own.set('memoryMessages', ...record(index))))
    await own.set('memoryMessages', ...record(5))
    const listed = await own.list<MemoryMessage>('memoryMessages', {
      where: { threadId: 't' },
      orderBy: { createdAt: 'asc' },
    })
    expect(listed.items).toEqual([0, 1, 2, 3, 4, 5].map((index) => record(index)[1]))
    const ofRun = await own.list<MemoryMessage>('memoryMessages', { where: { threadId: 't', runId: 'r1' } })
    expect(idsOf(ofRun.items)).toEqual(['m4', 'm5'])
    expect(await own.get('memoryThreads', 't')).toMatchObject({ id: 't', agentName: 'support', scope: 'subject:u' })
    const named = await own.list<{ id: string }>('memoryThreads', {
      where: { agentName: 'support', scope: 'subject:u' },
      orderBy: { updatedAt: 'desc' },
    })
    expect(idsOf(named.items)).toEqual(['t'])
    const others = await own.list('memoryThreads', { where: { scope: 'subject:v' } })
    expect(others.items).toEqual([])
    await own.delete('memoryMessages', record(0)[0])
    await own.delete('memoryThreads', 't')
    expect(await own.get('memoryThreads', 't')).toBeUndefined()
    expect((await own.list('memoryMessages', { where: { threadId: 't' } })).items).toEqual([])
  })

  it('says what a table could do and Loci cannot', () => {
    const own = storage()
    expect(() => own.get('memoryMessages', 'some-id')).toThrow('found through its thread')
    return Promise.all([
      expect(own.list('memoryMessages', {})).rejects.toMatchObject({ code: 'INVALID_INPUT' }),
      expect(own.list('memoryThreads', { where: { title: 'x' } })).rejects.toMatchObject({ code: 'INVALID_INPUT' }),
      expect(own.list('memoryThreads', { orderBy: { createdAt: 'asc' } })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      }),
    ])
  })

  it('keeps runs and streams elsewhere', async () => {
    const rest = createInMemoryStorage()
    const own = lociStorage({ loci: new Loci({ url: server.url, key }), scope: { tenant: emptyTenant() }, rest })
    await own.set('runs', 'r', { runId: 'r', threadId: 't', startedAt: 1 })
    expect(await rest.get('runs', 'r')).toEqual(await own.get('runs', 'r'))
    expect(
      (await own.list('runs', { where: { threadId: 't' }, orderBy: { startedAt: 'desc' }, take: 1 })).items,
    ).toHaveLength(1)
    await own.delete('runs', 'r')
    expect(await own.get('runs', 'r')).toBeUndefined()
  })

  it('W1, W2: a history is what the agent’s settings show, and lastMessages narrows it', async () => {
    const tenant = emptyTenant()
    const loci = new Loci({ url: server.url, key })
    const memory = createMemory({ storage: lociStorage({ loci, scope: { tenant } }), lastMessages: 4 })
    const messages = [user('q1'), calls('c', 'x'), result('r', 'x'), says('a1'), user('q2'), says('a2')]
    await memory.messages.append({ threadId: 't', agentName: `of ${tenant}`, messages })
    expect(await memory.history({ threadId: 't', agentName: `of ${tenant}` })).toEqual(messages.slice(-3))
    const read = await loci.for({ tenant }).memory.read({ sessionId: 't' })
    // Other agents are given the calls in Loci's own form.
    expect(read.messages[1]).toMatchObject({
      toolCalls: [{ id: 'x', type: 'function', name: 'find', arguments: '{"a":1}' }],
    })
    expect(bare(await memory.messages.list({ threadId: 't' }))).toEqual(messages)
  })

  it('takes over what a storage of records holds, run by run, once', async () => {
    const tenant = emptyTenant()
    const from = createMemory({ storage: sqlStyleStorage() })
    const thread = {
      id: 't',
      agentName: 'support',
      scope: `tenant:${tenant}:subject:u`,
      title: 'T',
      createdAt: 1,
      updatedAt: 1,
    }
    await from.threads.set('t', thread)
    for (const run of ['1', '2']) {
      await from.messages.append({ threadId: 't', runId: run, messages: [user(`q${run}`), says(`a${run}`)] })
    }
    const to = createMemory({ storage: lociStorage({ loci: new Loci({ url: server.url, key }) }) })
    for (let time = 0; time < 2; time += 1) {
      for (const found of await from.threads.list()) {
        const messages = await from.messages.list({ threadId: found.id })
        const target = found.scope ? to.within(found.scope) : to
        await target.threads.set(found.id, found)
        for (const runId of new Set(messages.map((message) => message.runId))) {
          const ofRun = messages.filter((message) => message.runId === runId)
          await target.messages.append({ threadId: found.id, runId, messages: ofRun })
        }
      }
    }
    const moved = to.within({ tenant, subject: 'u' })
    expect(await moved.threads.get('t')).toMatchObject({ title: 'T', agentName: 'support', scope: thread.scope })
    const stored = await moved.messages.list({ threadId: 't' })
    expect(bare(stored)).toEqual([user('q1'), says('a1'), user('q2'), says('a2')])
    expect(stored.map(({ runId }) => runId)).toEqual(['1', '1', '2', '2'])
    expect(idsOf(await moved.messages.list({ threadId: 't', beforeRunId: '2' }))).toEqual(['q1', 'a1'])
  })

  it('is in the scope of a key that is bound to one, and names its subjects within a tenant', async () => {
    const bound = await server.createKey({ kind: 'scope', tenant: 'bound', subject: 'u1' })
    const memory = createMemory({ storage: lociStorage({ loci: new Loci({ url: server.url, key: bound }) }) })
    await memory.messages.append({ threadId: 't', messages: [user('a')] })
    expect(
      (await new Loci({ url: server.url, key }).for({ tenant: 'bound', subject: 'u1' }).threads.get({ threadId: 't' }))
        .messageCount,
    ).toBe(1)
    await expect(memory.within('tenant:bound:subject:u2').threads.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const tenant = emptyTenant()
    const open = createMemory({ storage: lociStorage({ loci: new Loci({ url: server.url, key }), tenant }) })
    const access = await open.for({ auth: { subject: 'u:1' } })
    await access.messages.append({ threadId: 't', messages: [user('a')] })
    expect(
      (await new Loci({ url: server.url, key }).for({ tenant, subject: 'u:1' }).threads.list()).items,
    ).toHaveLength(1)
  })
})
