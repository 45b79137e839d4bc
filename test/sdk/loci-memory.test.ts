import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../memory/message'
import { Loci } from '../../sdk/client'
import { LociError } from '../../sdk/error'
import { LociMemory } from '../../sdk/loci-memory'
import { createTransport } from '../../sdk/transport'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const user = (content: string): ModelMessage => ({ role: 'user', content })
const says = (content: string): ModelMessage => ({ role: 'assistant', content })
const texts = (messages: readonly ModelMessage[]) => messages.map((message) => message.content)

function memoryOf(tenant: string, subject = 'u1') {
  const scoped = new Loci({ url: server.url, key }).for({ tenant, subject })
  return { scoped, memory: new LociMemory({ loci: scoped, agentName: `agent of ${tenant}` }) }
}

describe('LociMemory', () => {
  it('R2: an agent that hands over its whole state each run stores each message once', async () => {
    const { memory } = memoryOf('whole-state')
    for (let run = 1; run <= 4; run += 1) {
      const history = await memory.read({ sessionId: 's' })
      await memory.write([...history, user(`question ${run}`), says(`answer ${run}`)], { sessionId: 's' })
    }
    const seen = await memory.read({ sessionId: 's' })
    expect(texts(seen)).toEqual([1, 2, 3, 4].flatMap((run) => [`question ${run}`, `answer ${run}`]))
  })

  it('R2: equal messages said again are new, with the history cloned and without ids', async () => {
    const { memory } = memoryOf('equal-again')
    await memory.write([user('yes'), says('ok')], { sessionId: 's' })
    for (let run = 0; run < 2; run += 1) {
      const clones = (await memory.read({ sessionId: 's' })).map(
        ({ role, content }): ModelMessage => ({ role, content }),
      )
      await memory.write([...clones, user('yes'), says('ok')], { sessionId: 's' })
    }
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['yes', 'ok', 'yes', 'ok', 'yes', 'ok'])
  })

  it('keeps the read token with the messages, so that two runs of one session in one process keep apart', async () => {
    const { memory, scoped } = memoryOf('two-runs')
    await memory.write([user('start'), says('started')], { sessionId: 's' })
    const first = await memory.read({ sessionId: 's' })
    const second = await memory.read({ sessionId: 's' })
    await memory.write([...first, user('from the first'), says('one')], { sessionId: 's' })
    await memory.write([...second, user('from the second'), says('two')], { sessionId: 's' })
    const { items } = await scoped.messages.list({ threadId: 's' })
    expect(texts(items.map((item) => item.message))).toEqual([
      'start',
      'started',
      'from the first',
      'one',
      'from the second',
      'two',
    ])
    expect(items.map((item) => item.seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('uses the session "default" when it is called without one', async () => {
    const { memory, scoped } = memoryOf('default-session')
    await memory.write([user('hello'), says('hi')])
    expect((await scoped.threads.list()).items.map((thread) => thread.threadId)).toEqual(['default'])
    expect(texts(await memory.read())).toEqual(['hello', 'hi'])
  })

  it('honours limit and tags on read', async () => {
    const { memory } = memoryOf('limit-and-tags')
    await memory.write([user('a'), says('b')], { sessionId: 's', tags: { kind: 'first' } })
    await memory.write([...(await memory.read({ sessionId: 's' })), user('c'), says('d')], {
      sessionId: 's',
      tags: { kind: 'second' },
    })
    expect(texts(await memory.read({ sessionId: 's', limit: 2 }))).toEqual(['c', 'd'])
    expect(texts(await memory.read({ sessionId: 's', tags: { kind: 'first' } }))).toEqual(['a', 'b'])
  })

  it('clears one session, or without one its own scope and no other', async () => {
    const mine = memoryOf('clear', 'mine')
    const theirs = memoryOf('clear', 'theirs')
    for (const { memory } of [mine, theirs]) {
      await memory.write([user('a'), says('b')], { sessionId: 's1' })
      await memory.write([user('c'), says('d')], { sessionId: 's2' })
    }
    await mine.memory.clear('s1')
    expect((await mine.scoped.threads.list()).items.map((thread) => thread.threadId)).toEqual(['s2'])
    await mine.memory.clear()
    expect((await mine.scoped.threads.list()).items).toEqual([])
    expect((await theirs.scoped.threads.list()).items).toHaveLength(2)
  })

  it('lists every entry behind one promise, oldest first', async () => {
    const { memory } = memoryOf('entries')
    for (let run = 0; run < 205; run += 1) {
      await memory.write([user(`q${run}`), says(`a${run}`)], { sessionId: `s${run}` })
    }
    const entries = await memory.entries()
    expect(entries).toHaveLength(205)
    expect(texts(entries.flatMap((entry) => entry.messages)).slice(0, 4)).toEqual(['q0', 'a0', 'q1', 'a1'])
    expect(entries[0]?.metadata).toMatchObject({ agentName: 'agent of entries', tokenCount: expect.any(Number) })
  }, 60_000)

  it('S3: reads an unknown session as empty', async () => {
    expect(await memoryOf('unknown').memory.read({ sessionId: 'nobody' })).toEqual([])
  })
})

describe('the client', () => {
  it('rejects with a typed error that names the request', async () => {
    const { scoped } = memoryOf('errors')
    const error = await scoped.threads.get({ threadId: 'absent' }).catch((caught: unknown) => caught)
    expect(LociError.isInstance(error) && error).toMatchObject({
      code: 'NOT_FOUND',
      retryable: false,
      requestId: expect.any(String),
    })
    const unsigned = new Loci({ url: server.url, key: 'loci_nobody' }).for({ tenant: 'errors' })
    await expect(unsigned.memory.read({ sessionId: 's' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('R5: a write whose answer was lost is repeated and stored once', async () => {
    let losses = 0
    const losing: typeof fetch = async (...call) => {
      const response = await fetch(...call)
      if (losses < 2) {
        losses += 1
        await response.text()
        throw new TypeError('the connection broke')
      }
      return response
    }
    const scoped = new Loci({ url: server.url, key, fetch: losing }).for({ tenant: 'lost-answer' })
    const written = await scoped.memory.write({ sessionId: 's', messages: [user('once'), says('yes')], mode: 'append' })
    expect(losses).toBe(2)
    expect(written.appended).toBe(2)
    expect((await scoped.messages.list({ threadId: 's' })).items).toHaveLength(2)
  })

  it('does not repeat what is not safe to repeat, and says that no answer came', async () => {
    let attempts = 0
    const broken: typeof fetch = () => {
      attempts += 1
      return Promise.reject(new TypeError('the connection broke'))
    }
    const scoped = new Loci({ url: server.url, key, fetch: broken }).for({ tenant: 'broken' })
    await expect(scoped.threads.create({ threadId: 't' })).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(attempts).toBe(1)
  })

  it('stops at once when its caller does', async () => {
    const scoped = new Loci({ url: server.url, key }).for({ tenant: 'abort' })
    const reason = new Error('the run was cancelled')
    await expect(scoped.memory.read({ sessionId: 's' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('forks, deletes and restores threads of its scope', async () => {
    const { scoped, memory } = memoryOf('threads')
    await memory.write([user('a'), says('b'), user('c'), says('d')], { sessionId: 'source' })
    const fork = await scoped.threads.fork({ threadId: 'copy', fromThreadId: 'source', lastMessages: 2 })
    expect(fork.messages).toBe(2)
    expect(texts((await scoped.messages.list({ threadId: 'copy' })).items.map((item) => item.message))).toEqual([
      'c',
      'd',
    ])
    expect(await scoped.threads.delete({ threadId: 'copy' })).toMatchObject({ deleted: 1 })
    expect(await scoped.threads.delete({ threadId: 'copy' })).toMatchObject({ deleted: 0 })
    expect((await scoped.threads.restore({ threadId: 'copy' })).threadId).toBe('copy')
    expect(await scoped.threads.count()).toEqual({ count: 2, capped: false })
  })

  it('works within the scope of a key that is bound to one', async () => {
    const bound = await server.createKey({ kind: 'scope', tenant: 'bound', subject: 'u1' })
    const scoped = new Loci({ url: server.url, key: bound }).for()
    await scoped.memory.write({ sessionId: 's', messages: [user('a'), says('b')] })
    expect((await scoped.threads.get({ threadId: 's' })).scope).toEqual({ tenant: 'bound', subject: 'u1' })
    const other = new Loci({ url: server.url, key: bound }).for({ tenant: 'bound', subject: 'u2' })
    await expect(other.memory.read({ sessionId: 's' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('goes by POST, so that nothing private stands in an address', async () => {
    const asked: string[] = []
    const watching: typeof fetch = (input, init) => {
      asked.push(`${init?.method} ${String(input)}`)
      return fetch(input, init)
    }
    await createTransport({ url: server.url, key, fetch: watching })(
      'threads.list',
      { scope: { tenant: 'secret' } },
      { isRepeatable: true },
    )
    expect(asked).toEqual([`POST ${server.url}/api/trpc/threads.list`])
  })
})
