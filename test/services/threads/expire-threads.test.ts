import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../../memory/message'
import { Loci } from '../../../sdk/client'
import { LociMemory } from '../../../sdk/loci-memory'
import { expireThreads } from '../../../server/services/threads/expire-threads'
import { ownerQuery } from '../../support/owner-query'
import { type TestServer, testServer } from '../../support/server'

let server: TestServer
let key: string
let made = 0
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const messages: ModelMessage[] = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
]

function session() {
  made += 1
  const tenant = `ttl-${made}`
  const scoped = new Loci({ url: server.url, key }).for({ tenant })
  return { tenant, scoped, memory: new LociMemory({ loci: scoped }) }
}

/** As if the tenant's entries had been written so many seconds earlier. */
async function pass(tenant: string, seconds: number): Promise<void> {
  for (const table of ['entry', 'thread']) {
    await ownerQuery(
      server.services.database,
      `UPDATE ${table} SET expires_at = expires_at - make_interval(secs => $2) WHERE tenant = $1`,
      [tenant, seconds],
    )
  }
}

describe('ttl', () => {
  it('a session goes into the trash when its time is over, and can be restored, to stay', async () => {
    const { tenant, scoped, memory } = session()
    const start = Date.now()
    await memory.write(messages, { sessionId: 's', ttl: 60 })
    const expiresAt = (await memory.entries('s'))[0]?.metadata.expiresAt?.getTime() ?? 0
    expect(expiresAt - start).toBeGreaterThanOrEqual(60_000)
    expect(expiresAt - start).toBeLessThan(70_000)
    await expireThreads(server.services)
    expect(await memory.read({ sessionId: 's' })).toHaveLength(2)

    await pass(tenant, 61)
    expect(await expireThreads(server.services)).toBe(1)
    expect(await memory.read({ sessionId: 's' })).toEqual([])
    expect(await memory.entries()).toEqual([])
    await scoped.threads.restore({ threadId: 's' })
    expect(await expireThreads(server.services)).toBe(0)
    expect(await memory.read({ sessionId: 's' })).toHaveLength(2)
  })

  it('each write says it anew: a later time, or none', async () => {
    const { tenant, memory } = session()
    const write = async (sessionId: string, content: string, ttl?: number) => {
      const said: ModelMessage[] = [
        { role: 'user', content },
        { role: 'assistant', content: 'ok' },
      ]
      await memory.write([...(await memory.read({ sessionId })), ...said], { sessionId, ttl })
    }
    await write('later', 'a', 60)
    await write('later', 'b', 600)
    await write('stays', 'a', 60)
    await write('stays', 'b')
    await write('sooner', 'a', 600)
    await write('sooner', 'b', 60)
    await pass(tenant, 61)
    expect(await expireThreads(server.services)).toBe(1)
    expect(await memory.read({ sessionId: 'later' })).toHaveLength(4)
    expect(await memory.read({ sessionId: 'stays' })).toHaveLength(4)
    expect(await memory.read({ sessionId: 'sooner' })).toEqual([])
    await pass(tenant, 600)
    expect(await expireThreads(server.services)).toBe(1)
    expect(await memory.read({ sessionId: 'later' })).toEqual([])
    expect(await memory.read({ sessionId: 'stays' })).toHaveLength(4)
  })

  it('a fork lives as long as what it was made of', async () => {
    const { tenant, scoped, memory } = session()
    await memory.write(messages, { sessionId: 's', ttl: 60 })
    await scoped.threads.fork({ threadId: 'fork', fromThreadId: 's' })
    await pass(tenant, 61)
    expect(await expireThreads(server.services)).toBe(2)
    expect(await memory.read({ sessionId: 'fork' })).toEqual([])
  })

  it('a session that has expired can be written again', async () => {
    const { tenant, memory } = session()
    await memory.write(messages, { sessionId: 's', ttl: 60 })
    const seen = await memory.read({ sessionId: 's' })
    await pass(tenant, 61)
    await expireThreads(server.services)
    await memory.write([...seen, { role: 'user', content: 'new' }, { role: 'assistant', content: 'kept' }], {
      sessionId: 's',
    })
    expect((await memory.read({ sessionId: 's' })).map(({ content }) => content)).toEqual(['new', 'kept'])
  })
})
