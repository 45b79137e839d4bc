import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../memory/message'
import { LociError } from '../../sdk/error'
import { Loci, type LociOptions } from '../../sdk/loci'
import { LociMemory } from '../../sdk/loci-memory'
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
})
afterAll(async () => {
  await server.close()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

const user = (content: string): ModelMessage => ({ role: 'user', content })
const says = (content: string): ModelMessage => ({ role: 'assistant', content })
const texts = (messages: readonly ModelMessage[]) => messages.map((message) => message.content)
const caught = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)

/** A line of its own for each test, and an SDK that does not wait long for it. */
async function agent(tenant: string, options: Partial<LociOptions> = {}) {
  proxy = await faultyProxy(server.url)
  const loci = new Loci({ url: proxy.url, key, retries: 0, timeoutMs: 5_000, onUnavailable: 'buffer', ...options })
  const straight = new Loci({ url: server.url, key }).for({ tenant })
  return {
    loci,
    scoped: loci.for({ tenant }),
    line: proxy,
    stored: async (threadId = 's') =>
      texts((await straight.messages.list({ threadId, limit: 200 })).items.map((item) => item.message)),
    [Symbol.asyncDispose]: () => proxy.close(),
  }
}

describe("onUnavailable: 'throw'", () => {
  it('is what holds when nothing is said, for reads and writes', async () => {
    await using a = await agent('throw', { onUnavailable: undefined })
    a.line.otherwise = 'cut'
    expect(await caught(a.scoped.memory.read({ sessionId: 's' }))).toMatchObject({ code: 'UNREACHABLE' })
    expect(await caught(a.scoped.memory.write({ sessionId: 's', messages: [user('a')] }))).toMatchObject({
      code: 'UNREACHABLE',
    })
    expect(a.loci.pending).toEqual({ writes: 0, messages: 0, bytes: 0, refused: 0 })
    await a.loci.close()
  })
})

describe("onUnavailable: 'empty'", () => {
  it('gives a marked empty answer to a read, and rejects a write', async () => {
    await using a = await agent('empty', { onUnavailable: 'empty' })
    await a.scoped.memory.write({ sessionId: 's', messages: [user('a'), says('b')] })
    a.line.otherwise = 'cut'
    const read = await a.scoped.memory.read({ sessionId: 's' })
    expect(read).toMatchObject({ messages: [], window: null, unavailable: { code: 'UNREACHABLE' } })
    expect(await caught(a.scoped.memory.write({ sessionId: 's', messages: [user('c')] }))).toMatchObject({
      code: 'UNREACHABLE',
    })
    expect(await caught(a.scoped.threads.get({ threadId: 's' }))).toMatchObject({ code: 'UNREACHABLE' })
  })

  it('R2: what follows such a read is new from its first message, also where it says what was said before', async () => {
    await using a = await agent('empty-again', { onUnavailable: 'empty' })
    await a.scoped.memory.write({ sessionId: 's', messages: [user('yes'), says('ok')] })
    a.line.plan('cut')
    const { readId } = await a.scoped.memory.read({ sessionId: 's' })
    await a.scoped.memory.write({ sessionId: 's', messages: [user('yes'), says('ok')], readId })
    expect(await a.stored()).toEqual(['yes', 'ok', 'yes', 'ok'])
  })

  it('does not hide what is no absence', async () => {
    await using a = await agent('empty-refused', { onUnavailable: 'empty', key: 'loci_nobody' })
    expect(await caught(a.scoped.memory.read({ sessionId: 's' }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe("onUnavailable: 'buffer'", () => {
  it('reads the last known window and the own turns behind it, and stores them in order when Loci is back', async () => {
    await using a = await agent('buffer')
    const memory = new LociMemory({ loci: a.scoped })
    await memory.write([user('1'), says('one')], { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['1', 'one'])
    a.line.otherwise = 'cut'
    for (const turn of ['2', '3', '4']) {
      const history = await memory.read({ sessionId: 's' })
      await memory.write([...history, user(turn), says(`re ${turn}`)], { sessionId: 's' })
    }
    const known = await a.scoped.memory.read({ sessionId: 's' })
    expect(texts(known.messages)).toEqual(['1', 'one', '2', 're 2', '3', 're 3', '4', 're 4'])
    expect(known).toMatchObject({ window: null, unavailable: { code: 'UNREACHABLE' } })
    expect(a.loci.pending).toMatchObject({ writes: 3, messages: 6, refused: 0 })
    expect(await a.stored()).toEqual(['1', 'one'])

    a.line.otherwise = 'pass'
    await a.loci.flush()
    expect(await a.stored()).toEqual(['1', 'one', '2', 're 2', '3', 're 3', '4', 're 4'])
    expect(a.loci.pending).toEqual({ writes: 0, messages: 0, bytes: 0, refused: 0 })
    expect((await a.scoped.memory.read({ sessionId: 's' })).unavailable).toBeUndefined()
  })

  it('says of a kept write that it is kept, and how much is new in it', async () => {
    await using a = await agent('kept')
    a.line.otherwise = 'cut'
    const first = [{ role: 'system' as const, content: 'be kind' }, user('1'), says('one')]
    expect(await a.scoped.memory.write({ sessionId: 's', messages: first })).toEqual({
      appended: 2,
      matched: 0,
      skippedSystem: 1,
      conflicts: [],
      entryId: null,
      messages: [],
      thread: null,
      buffered: true,
    })
    const again = await a.scoped.memory.write({ sessionId: 's', messages: [...first, user('2')] })
    expect(again).toMatchObject({ appended: 1, matched: 2, buffered: true })
  })

  it.each(['lose', 'hang'] as const)('R5: a write that had in fact arrived (%s) is not doubled', async (fault) => {
    await using a = await agent(`arrived-${fault}`, { timeoutMs: 1_000 })
    a.line.plan(fault)
    expect(await a.scoped.memory.write({ sessionId: 's', messages: [user('1'), says('one')] })).toMatchObject({
      buffered: true,
    })
    await expect.poll(() => a.stored()).toEqual(['1', 'one'])
    await a.loci.flush()
    expect(await a.stored()).toEqual(['1', 'one'])
    expect(a.loci.pending.writes).toBe(0)
  })

  it('R2: equal turns said again while Loci is away are all kept', async () => {
    await using a = await agent('equal')
    await a.scoped.memory.read({ sessionId: 's' })
    for (let turn = 0; turn < 5; turn += 1) {
      if (turn > 1) a.line.otherwise = 'cut'
      const { messages, readId } = await a.scoped.memory.read({ sessionId: 's' })
      await a.scoped.memory.write({ sessionId: 's', messages: [...messages, user('yes'), says('ok')], readId })
    }
    a.line.otherwise = 'pass'
    await a.loci.flush()
    expect(await a.stored()).toEqual(Array.from({ length: 5 }, () => ['yes', 'ok']).flat())
  })

  it('keeps what was written, not what the agent makes of its objects later', async () => {
    await using a = await agent('mutated')
    a.line.otherwise = 'cut'
    const messages = [user('as it was'), says('ok')]
    await a.scoped.memory.write({ sessionId: 's', messages })
    for (const message of messages) message.content = 'changed'
    const read = await a.scoped.memory.read({ sessionId: 's' })
    for (const message of read.messages) message.content = 'changed too'
    expect(texts((await a.scoped.memory.read({ sessionId: 's' })).messages)).toEqual(['as it was', 'ok'])
    a.line.otherwise = 'pass'
    await a.loci.flush()
    expect(await a.stored()).toEqual(['as it was', 'ok'])
  })

  it('refuses with BUFFER_FULL what does not fit, by messages and by bytes, and keeps the rest', async () => {
    await using a = await agent('full', { buffer: { maxMessages: 3, maxBytes: 2_000 } })
    a.line.otherwise = 'cut'
    const write = (sessionId: string, messages: ModelMessage[]) => a.scoped.memory.write({ sessionId, messages })
    await write('s', [user('1'), says('one')])
    const error = await caught(write('s', [user('2'), says('two')]))
    expect(LociError.isInstance(error) && error).toMatchObject({ code: 'BUFFER_FULL', retryable: true })
    expect(await caught(write('t', [user('x'.repeat(2_000))]))).toMatchObject({ code: 'BUFFER_FULL' })
    expect(a.loci.pending).toMatchObject({ writes: 1, messages: 2 })
    // What was not kept is not read back either.
    expect(texts((await a.scoped.memory.read({ sessionId: 's' })).messages)).toEqual(['1', 'one'])
    a.line.otherwise = 'pass'
    await a.loci.flush()
    expect(await a.stored()).toEqual(['1', 'one'])
  })

  it('W3: a read while Loci is away holds whole exchanges, and honours limit and tags', async () => {
    await using a = await agent('whole')
    a.line.otherwise = 'cut'
    const call: ModelMessage = {
      role: 'assistant',
      content: null,
      toolCalls: [{ id: 'c', name: 'look', arguments: {} }],
    }
    const result: ModelMessage = { role: 'tool', toolCallId: 'c', content: 'found' }
    const write = (messages: ModelMessage[], rest: object) =>
      a.scoped.memory.write({ sessionId: 's', messages, mode: 'append', ...rest })
    await write([user('1'), call, result, says('one')], { tags: { kind: 'a' } })
    await write([user('2'), says('two')], { tags: { kind: 'b' } })
    await write([user('3'), call], { runId: 'r' })
    const read = async (rest: object) => (await a.scoped.memory.read({ sessionId: 's', ...rest })).messages
    expect(texts(await read({}))).toEqual(['1', null, 'found', 'one', '2', 'two', '3'])
    expect(await read({ runId: 'r' })).toHaveLength(8)
    expect(texts(await read({ limit: 5 }))).toEqual(['one', '2', 'two', '3'])
    expect(await read({ limit: 0 })).toEqual([])
    expect(texts(await read({ tags: { kind: 'b' } }))).toEqual(['2', 'two'])
  })

  it('gives a write that Loci refuses for good back, and goes on with the others', async () => {
    await using a = await agent('refused')
    a.line.otherwise = 'cut'
    const write = (sessionId: string, content: string, rest: object = {}) =>
      a.scoped.memory.write({ sessionId, messages: [user(content)], mode: 'append', ...rest })
    await write('s', 'good')
    await write('s', 'bad', { tags: { ['x'.repeat(200)]: 'a key that is too long' } })
    await write('s', 'good too')
    a.line.otherwise = 'pass'
    expect(await caught(a.loci.flush())).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await a.stored()).toEqual(['good', 'good too'])
    expect(a.loci.pending).toMatchObject({ writes: 1, refused: 1 })
    const [refused] = a.loci.takeRefused()
    expect(refused?.error.code).toBe('INVALID_INPUT')
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ sessionId: 's', messages: [{ content: 'bad' }] })
    expect(a.loci.pending).toEqual({ writes: 0, messages: 0, bytes: 0, refused: 0 })
  })

  it('keeps what a key may not write until another one may', async () => {
    await using a = await agent('revoked')
    a.line.otherwise = 'cut'
    await a.scoped.memory.write({ sessionId: 's', messages: [user('1')] })
    a.line.otherwise = {
      refuse: 401,
      body: JSON.stringify({ error: { message: 'no', data: { code: 'UNAUTHENTICATED', retryable: false } } }),
    }
    expect(await caught(a.loci.flush())).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(a.loci.pending).toMatchObject({ writes: 1, refused: 0 })
    a.line.otherwise = 'pass'
    await a.loci.flush()
    expect(await a.stored()).toEqual(['1'])
  })

  it('answers at once while it knows that Loci is away, and sends by itself when it is back', async () => {
    await using a = await agent('by-itself', { timeoutMs: 1_000 })
    a.line.otherwise = 'hang'
    await a.scoped.memory.write({ sessionId: 's', messages: [user('1')] })
    const { length } = a.line.seen
    for (let turn = 0; turn < 5; turn += 1) await a.scoped.memory.read({ sessionId: 's' })
    expect(a.line.seen.length).toBe(length)
    a.line.otherwise = 'pass'
    await expect.poll(() => a.loci.pending.writes, { timeout: 5_000 }).toBe(0)
    expect(await a.stored()).toEqual(['1'])
  })

  it('keeps scopes and threads apart', async () => {
    await using a = await agent('apart')
    const other = a.loci.for({ tenant: 'apart', subject: 'u2' })
    a.line.otherwise = 'cut'
    await a.scoped.memory.write({ sessionId: 's', messages: [user('mine')] })
    await other.memory.write({ sessionId: 's', messages: [user('theirs')] })
    await a.scoped.memory.write({ sessionId: 't', messages: [user('other thread')] })
    expect(texts((await a.scoped.memory.read({ sessionId: 's' })).messages)).toEqual(['mine'])
    expect(texts((await other.memory.read({ sessionId: 's' })).messages)).toEqual(['theirs'])
    expect((await other.memory.read({ sessionId: 't' })).messages).toEqual([])
    a.line.otherwise = 'pass'
    await a.loci.flush()
    expect(await a.stored()).toEqual(['mine'])
    expect(await a.stored('t')).toEqual(['other thread'])
  })

  it('flushes when it is closed, takes no more calls then, and says what could not be sent', async () => {
    await using a = await agent('closed')
    a.line.otherwise = 'cut'
    await a.scoped.memory.write({ sessionId: 's', messages: [user('1')] })
    expect(await caught(a.loci.close())).toMatchObject({ code: 'UNREACHABLE' })
    expect(await caught(a.scoped.memory.read({ sessionId: 's' }))).toMatchObject({ code: 'CLOSED' })
    expect(a.loci.pending.writes).toBe(1)
    a.line.otherwise = 'pass'
    await a.loci.close()
    expect(await a.stored()).toEqual(['1'])
  })
})
