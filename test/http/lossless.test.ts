import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppRouter } from '../../server/api/root'
import { call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const message =
  '{ "role":"user","id":"m1","b":1,"2":"two","a":12345678901234567890,"1":0.10,"b":2,"content":"NUL \\u0000, half \\ud800, \\/ and ü","__proto__":{"x":null},"empty":"" }'
const answer = '{"id":"m2","role":"assistant","content":"ok","1e400":1E400}'
const scope = '"scope":{"tenant":"acme","subject":"lossless"}'

describe('M2: messages over HTTP', () => {
  it('come back as the very text that was sent', async () => {
    const write = await call(server, 'memory.write', {
      key,
      body: `{"sessionId":"single",${scope},"messages":[ ${message} , ${answer} ]}`,
    })
    expect([write.status, write.code]).toEqual([200, undefined])
    const read = await call(server, 'memory.read', { key, body: `{"sessionId":"single",${scope}}` })
    expect(read.status).toBe(200)
    expect(read.text).toContain(`"messages":[${message},${answer}]`)
    const list = await call(server, 'messages.list', { key, body: `{"threadId":"single",${scope}}` })
    expect(list.text).toContain(`"message":${message}`)
  })

  it('do so in a batch, each from its own place', async () => {
    const [first, second] = ['one', 'two'].map(
      (id) => `{"sessionId":"${id}",${scope},"messages":[${message.replace('"two"', `"${id}"`)}]}`,
    )
    const write = await send(server, '/api/trpc/memory.write,memory.write?batch=1', {
      key,
      body: `{"1":${second},"0":${first}}`,
    })
    expect(write.status).toBe(200)
    for (const id of ['one', 'two']) {
      const read = await call(server, 'memory.read', { key, body: `{"sessionId":"${id}",${scope}}` })
      expect(read.text).toContain(message.replace('"two"', `"${id}"`))
    }
  })

  it('take the last of duplicate members, as JSON does, for text and meaning alike', async () => {
    const decoy = '{"role":"user","id":"decoy","content":"not this"}'
    const body = `{"sessionId":"twice",${scope},"messages":[${decoy}],"messages":[${message}]}`
    expect((await call(server, 'memory.write', { key, body })).status).toBe(200)
    const read = await call(server, 'memory.read', { key, body: `{"sessionId":"twice",${scope}}` })
    expect(read.text).toContain(message)
    expect(read.text).not.toContain('decoy')
  })
})

describe("tRPC's own client", () => {
  const clients = () => {
    const options = { url: `${server.url}/api/trpc`, headers: { authorization: `Bearer ${key}` } }
    return [
      createTRPCClient<AppRouter>({ links: [httpLink({ ...options, methodOverride: 'POST' })] }),
      createTRPCClient<AppRouter>({ links: [httpLink(options)] }),
      createTRPCClient<AppRouter>({ links: [httpBatchLink({ ...options, methodOverride: 'POST', maxItems: 10 })] }),
      createTRPCClient<AppRouter>({ links: [httpBatchLink({ ...options, maxItems: 10 })] }),
    ]
  }

  it('reads answers and errors, single and in batches', async () => {
    for (const client of clients()) {
      const [state, keys, missing] = await Promise.allSettled([
        client.setup.state.query(),
        client.keys.list.query(),
        client.threads.get.query({ threadId: 'nowhere', scope: { tenant: 'acme', subject: 'x' } }),
      ])
      expect(state).toMatchObject({ status: 'fulfilled', value: { isSetUp: false } })
      expect(keys).toMatchObject({ status: 'fulfilled', value: { items: expect.any(Array) } })
      expect(missing).toMatchObject({
        status: 'rejected',
        reason: { data: { code: 'NOT_FOUND', httpStatus: 404, path: 'threads.get', requestId: expect.any(String) } },
      })
      await expect(client.keys.revoke.mutate({ id: 'not a uuid' })).rejects.toMatchObject({
        data: { code: 'INVALID_INPUT' },
      })
    }
  })

  it('understands a refusal of the whole request', async () => {
    const client = createTRPCClient<AppRouter>({
      links: [httpBatchLink({ url: `${server.url}/api/trpc`, headers: { authorization: 'Bearer nonsense' } })],
    })
    const answers = await Promise.allSettled([client.setup.state.query(), client.keys.list.query()])
    for (const one of answers)
      expect(one).toMatchObject({ status: 'rejected', reason: { data: { code: 'UNAUTHENTICATED' } } })
  })
})
