import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { MemoryProvider } from '../../memory/contract'
import { withEvents } from '../../memory/events'
import type { ModelMessage } from '../../memory/message'
import { clearStaleSessions, sessions } from '../../memory/sessions'
import { Loci } from '../../sdk/client'
import { LociMemory } from '../../sdk/loci-memory'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
let made = 0
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const messages: ModelMessage[] = [
  { role: 'user', content: 'where is my parcel' },
  { role: 'assistant', content: 'in Lyon' },
]

function memoryOf() {
  made += 1
  const scoped = new Loci({ url: server.url, key }).for({ tenant: `options-${made}` })
  return { scoped, memory: new LociMemory({ loci: scoped, agentName: 'support' }) }
}

describe('LociMemory', () => {
  it('hands on all that a write may say, and gives it back', async () => {
    const { scoped, memory } = memoryOf()
    const said = { tags: { topic: 'parcel' }, runId: 'run-1', metadata: { channel: 'mail' }, ttl: 3_600 }
    await memory.write(messages, { sessionId: sessions.thread('7'), agentName: 'other', ...said })
    const [entry] = await memory.entries('thread-7')
    expect(entry).toMatchObject({
      sessionId: 'thread-7',
      metadata: { agentName: 'other', runId: 'run-1', tags: { topic: 'parcel' } },
    })
    expect(entry?.metadata.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    expect((await scoped.threads.get({ threadId: 'thread-7' })).metadata).toEqual({ channel: 'mail' })
    const call: ModelMessage = {
      role: 'assistant',
      content: 'one moment',
      toolCalls: [{ id: 'c', name: 'f', arguments: {} }],
    }
    await memory.write([...messages, { role: 'user', content: 'and now' }, call], {
      sessionId: 'thread-7',
      runId: 'run-2',
    })
    expect((await memory.read({ sessionId: 'thread-7', runId: 'run-2' })).at(-1)?.toolCalls).toHaveLength(1)
    expect((await memory.read({ sessionId: 'thread-7' })).at(-1)).not.toHaveProperty('toolCalls')
    expect(await memory.read({ sessionId: 'thread-7', query: 'zebra' })).toEqual([])
  })

  it('W2: carries a default of the code, which the setting of the agent overrides or leaves', async () => {
    const { scoped } = memoryOf()
    const agentName = `coded ${made}`
    const memory = new LociMemory({ loci: scoped, agentName, window: { strategy: 'buffer', maxMessages: 1 } })
    await memory.write(messages)
    const admin = new Loci({ url: server.url, key })
    const seen = async () => (await memory.read()).length
    expect(await seen(), 'nobody has left it to calls').toBe(2)
    const own = { agentName, window: { strategy: 'sliding-window', maxTurns: 5 } } as const
    await admin.agents.setWindow({ ...own, allowCallWindow: true })
    expect(await seen(), 'left to the code').toBe(1)
    await admin.agents.setWindow({ ...own, allowCallWindow: false })
    expect(await seen(), 'overridden').toBe(2)
    await admin.agents.setWindow({ agentName, window: { strategy: 'off' }, allowCallWindow: true })
    expect(await seen(), 'off beats both').toBe(0)
  })

  it('tells of its reads and writes', async () => {
    const told: string[] = []
    const memory = withEvents(memoryOf().memory)
      .on('memory:write', ({ provider, messages: count }) => void told.push(`${provider} wrote ${count}`))
      .on('memory:read', ({ provider, messages: count }) => void told.push(`${provider} read ${count}`))
    await memory.write(messages)
    await memory.read()
    expect(told).toEqual(['loci wrote 2', 'loci read 2'])
  })

  it('lets stale sessions be cleared by accessedAt', async () => {
    const { memory } = memoryOf()
    for (const sessionId of ['a', 'b']) await memory.write(messages, { sessionId })
    expect(await clearStaleSessions(memory, { before: new Date(Date.now() - 60_000) })).toEqual([])
    expect((await clearStaleSessions(memory, { before: new Date(Date.now() + 60_000) })).sort()).toEqual(['a', 'b'])
    expect(await memory.entries()).toEqual([])
  })

  it('fits where messages are of a narrower type', () => {
    interface AgentMessage {
      role: 'system' | 'user' | 'assistant' | 'tool'
      content: string
    }
    expectTypeOf<LociMemory<AgentMessage>>().toExtend<MemoryProvider<AgentMessage>>()
    expectTypeOf<LociMemory>().toExtend<MemoryProvider>()
  })
})
