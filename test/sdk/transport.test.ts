import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LociError } from '../../sdk/error'
import { Loci, type LociOptions } from '../../sdk/loci'
import { createTransport } from '../../sdk/transport'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
let proxy: FaultyProxy
const unhandled: unknown[] = []
const note = (reason: unknown) => {
  unhandled.push(reason)
}

beforeAll(async () => {
  process.on('unhandledRejection', note)
  server = await testServer()
  key = await server.createKey()
  proxy = await faultyProxy(server.url)
})
afterAll(async () => {
  await proxy.close()
  await server.close()
  process.off('unhandledRejection', note)
})

function connect(tenant: string, options: Partial<LociOptions> = {}) {
  return new Loci({ url: proxy.url, key, ...options }).for({ tenant })
}
const messages = [
  { role: 'user' as const, content: 'hello' },
  { role: 'assistant' as const, content: 'hi' },
]
const caught = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)
const seenSince = (start: number) => proxy.seen.slice(start)

describe('a call over a bad line', () => {
  it.each(['cut', 'lose', { refuse: 502 }, { refuse: 503 }, { refuse: 504 }, { refuse: 429 }] as const)(
    'is tried again after %j, a write under one idempotency key, and stored once',
    async (fault) => {
      const tenant = `again-${JSON.stringify(fault)}`
      const start = proxy.seen.length
      proxy.plan(fault, fault)
      const answer = await connect(tenant).memory.write({ sessionId: 's', messages, mode: 'append' })
      expect(answer.appended).toBe(2)
      const bodies = seenSince(start).map(({ body }) => JSON.parse(body))
      expect(bodies).toHaveLength(3)
      expect(new Set(bodies.map((body) => body.idempotencyKey)).size).toBe(1)
      expect((await connect(tenant).messages.list({ threadId: 's' })).items).toHaveLength(2)
    },
  )

  it('R5: two calls have two keys', async () => {
    const start = proxy.seen.length
    const loci = connect('two-keys')
    await loci.messages.append({ threadId: 's', messages })
    await loci.messages.append({ threadId: 's', messages })
    expect(new Set(seenSince(start).map(({ body }) => JSON.parse(body).idempotencyKey)).size).toBe(2)
    expect((await loci.messages.list({ threadId: 's' })).items).toHaveLength(4)
  })

  it('gives up after its retries with a typed error that keeps the cause', async () => {
    const start = proxy.seen.length
    proxy.plan('cut', 'cut', 'cut')
    const error = await caught(connect('gives-up').memory.read({ sessionId: 's' }))
    expect(LociError.isInstance(error) && error).toMatchObject({
      code: 'UNREACHABLE',
      retryable: true,
      requestId: expect.any(String),
      cause: expect.any(TypeError),
    })
    expect(seenSince(start)).toHaveLength(3)
  })

  it.each(['create', 'update', 'fork', 'delete', 'restore'] as const)(
    'threads.%s, which has no idempotency key, is not tried again',
    async (name) => {
      const start = proxy.seen.length
      proxy.plan('lose')
      const { threads } = connect('once')
      const calls = {
        create: () => threads.create({ threadId: 't' }),
        update: () => threads.update({ threadId: 't', title: 'x' }),
        fork: () => threads.fork({ threadId: 'u', fromThreadId: 't' }),
        delete: () => threads.delete({ threadId: 't' }),
        restore: () => threads.restore({ threadId: 't' }),
      }
      expect(await caught(calls[name]())).toMatchObject({ code: 'UNREACHABLE' })
      expect(seenSince(start)).toHaveLength(1)
    },
  )

  it.each([400, 401, 403, 404, 409, 500])('%i is not tried again', async (status) => {
    const start = proxy.seen.length
    proxy.plan({ refuse: status })
    expect(await caught(connect('not-again').memory.read({ sessionId: 's' }))).toMatchObject({ retryable: false })
    expect(seenSince(start)).toHaveLength(1)
  })

  it('waits as long as Retry-After says, in seconds or as a date, and no longer than makes sense', async () => {
    proxy.plan({ refuse: 429, headers: { 'retry-after': '1' } })
    const since = performance.now()
    await connect('retry-after').memory.read({ sessionId: 's' })
    expect(performance.now() - since).toBeGreaterThanOrEqual(990)

    proxy.plan({ refuse: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } })
    const error = await caught(connect('retry-after').memory.read({ sessionId: 's' }))
    expect(LociError.isInstance(error) && (error.retryAfterMs ?? 0)).toBeGreaterThan(3_500_000)
  })

  it('ends after its time, also with a fetch that does not look at its signal', async () => {
    proxy.plan('hang')
    const slow = { timeoutMs: 100, retries: 0 }
    expect(await caught(connect('slow', slow).memory.read({ sessionId: 's' }))).toMatchObject({
      code: 'UNREACHABLE',
      cause: { name: 'TimeoutError' },
    })
    const deaf = { ...slow, fetch: () => new Promise<Response>(() => {}) }
    expect(await caught(connect('deaf', deaf).memory.read({ sessionId: 's' }))).toMatchObject({ code: 'UNREACHABLE' })
  })

  it('stops with its caller, before, during and between attempts, and leaves no listener behind', async () => {
    const reason = new Error('the run was cancelled')
    expect(await caught(connect('abort').memory.read({ sessionId: 's' }, { signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    )
    for (const fault of ['hang', { refuse: 503, headers: { 'retry-after': '10' } }] as const) {
      const controller = new AbortController()
      const start = proxy.seen.length
      proxy.plan(fault)
      const reading = caught(connect('abort').memory.read({ sessionId: 's' }, { signal: controller.signal }))
      await expect.poll(() => seenSince(start).length).toBe(1)
      if (typeof fault === 'object') await new Promise((resolve) => setImmediate(resolve))
      controller.abort(reason)
      expect(await reading).toBe(reason)
    }
    const { signal } = new AbortController()
    for (let call = 0; call < 20; call += 1) await connect('abort').memory.read({ sessionId: 's' }, { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('does not follow to another place, where the key would go with it', async () => {
    proxy.plan({ refuse: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } })
    expect(await caught(connect('redirect').memory.read({ sessionId: 's' }))).toMatchObject({ code: 'UNREACHABLE' })
  })

  it('refuses what JSON cannot hold, as a rejection', async () => {
    const call = createTransport({ url: proxy.url, key })('memory.read', { sessionId: 1n }, { isRepeatable: true })
    expect(await caught(call)).toMatchObject({ code: 'INVALID_INPUT', cause: expect.any(TypeError) })
  })

  it('needs neither AbortSignal.any nor AbortSignal.timeout, nor crypto.randomUUID', async () => {
    const { any, timeout } = AbortSignal
    const { randomUUID } = crypto
    try {
      Reflect.deleteProperty(AbortSignal, 'any')
      Reflect.deleteProperty(AbortSignal, 'timeout')
      Reflect.set(crypto, 'randomUUID', undefined)
      const { signal } = new AbortController()
      await connect('old-runtime').memory.write({ sessionId: 's', messages }, { signal })
    } finally {
      Object.assign(AbortSignal, { any, timeout })
      Reflect.deleteProperty(crypto, 'randomUUID')
    }
    expect(crypto.randomUUID).toBe(randomUUID)
  })

  it('leaves no rejection unhandled, whatever fails when', async () => {
    const loci = connect('unhandled', { retries: 1, timeoutMs: 50 })
    for (const fault of ['cut', 'lose', 'hang', { refuse: 500 }] as const) {
      proxy.plan(fault, fault)
      const controller = new AbortController()
      const call = loci.memory.read({ sessionId: 's' }, { signal: controller.signal }).catch(() => {})
      setTimeout(() => controller.abort(), 20)
      await call
    }
    proxy.clearPlan()
    await connect('unhandled').memory.read({ sessionId: 's' })
    expect(unhandled).toEqual([])
  })
})
