import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loci } from '../../../sdk/client'
import { createTransport, type Transport } from '../../../sdk/transport'
import { type TestServer, testServer } from '../../support/server'

let server: TestServer
let key: string
let call: Transport

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
  call = createTransport({ url: server.url, key, timeoutMs: 60_000 })
})
afterAll(() => server.close())

const everything = { scopePattern: { all: true } } as const
const load = () => call<{ threads: number; messages: number }>('samples.load', {}, { isRepeatable: false })

describe('samples', () => {
  it('load some thirty conversations once, and are taken away but for what somebody went on with', async () => {
    const scoped = new Loci({ url: server.url, key }).for({ tenant: 'mine', subject: 'u1' })
    await scoped.memory.write({ sessionId: 'own', messages: [{ role: 'user', content: 'keep me' }] })

    const first = await load()
    expect(first.threads).toBeGreaterThanOrEqual(30)
    expect((await load()).messages).toBe(0)
    const { items } = await scoped.threads.list({ ...everything, limit: 200 })
    expect(items).toHaveLength(first.threads + 1)
    expect(new Set(items.map((thread) => thread.agentName)).size).toBeGreaterThanOrEqual(5)
    expect(items.filter((thread) => thread.parentUid !== null).length).toBeGreaterThanOrEqual(3)
    expect(items.some((thread) => thread.messageCount > 500)).toBe(true)
    const times = items.map((thread) => Date.parse(thread.lastMessageAt ?? ''))
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(86_400_000)

    const touched = new Loci({ url: server.url, key }).for({ tenant: 'lumen', subject: 'u-0418' })
    await touched.messages.append({
      threadId: 'address-change',
      messages: [{ role: 'user', content: 'one more thing' }],
    })
    expect(await call('samples.remove', {}, { isRepeatable: false })).toEqual({ threads: first.threads })
    expect((await scoped.threads.list({ ...everything, limit: 200 })).items.map((thread) => thread.threadId)).toEqual([
      'own',
    ])
    const trash = await scoped.threads.list({ ...everything, deleted: true })
    expect(trash.items.map((thread) => thread.threadId)).toEqual(['address-change'])
  }, 120_000)
})
