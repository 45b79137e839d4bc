import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EventStreamReader } from '../../memory/event-stream'
import type { ModelMessage } from '../../memory/message'
import { Loci } from '../../sdk/loci'
import type { ThreadEvent } from '../../sdk/wire-live'
import { call, send } from '../support/call'
import { type TestDatabase, testDatabase } from '../support/database'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy'
import { type TestServer, testServer } from '../support/server'

let database: TestDatabase
let server: TestServer
let other: TestServer
let line: FaultyProxy
let key: string

beforeAll(async () => {
  database = await testDatabase()
  server = await testServer({ database })
  other = await testServer({ database })
  key = await server.createKey()
  line = await faultyProxy(server.url)
})
afterAll(async () => {
  await line.close()
  await Promise.all([server.close(), other.close()])
  await database.close()
})

const at = (target: { url: string }, tenant: string) => new Loci({ url: target.url, key }).for({ tenant })
const user = (content: string): ModelMessage => ({ role: 'user', content })
const say = (tenant: string, contents: string[], { target = server, threadId = 's' } = {}) =>
  at(target, tenant).messages.append({ threadId, messages: contents.map(user) })

/** Takes events until enough messages have come, or the thread is deleted. */
async function take(events: AsyncIterable<ThreadEvent>, messages: number) {
  const seen: { seq: number; content: unknown }[] = []
  const kinds = new Set<string>()
  for await (const event of events) {
    kinds.add(event.type)
    if (event.type === 'messages')
      for (const { seq, message } of event.items) seen.push({ seq, content: message.content })
    if (seen.length >= messages) break
  }
  return { seqs: seen.map(({ seq }) => seq), contents: seen.map(({ content }) => content), kinds }
}
const kindsOf = async (events: AsyncIterator<ThreadEvent, void>, count: number) => {
  const kinds: (string | undefined)[] = []
  for (let index = 0; index < count; index += 1) kinds.push((await events.next()).value?.type)
  return kinds
}
const caught = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
const openStreams = (tenant: string) => at(server, tenant).threads.subscribe({ threadId: 's', after: 0 })

describe('a subscription to a thread', () => {
  it('gives what stands there after a seq, then what comes, in order', async () => {
    await say('order', ['1', '2', '3'])
    const events = at(server, 'order').threads.subscribe({ threadId: 's', after: 1 })
    const taking = take(events, 4)
    await say('order', ['4'])
    await say('order', ['5'])
    expect(await taking).toMatchObject({ seqs: [2, 3, 4, 5], contents: ['2', '3', '4', '5'] })
  })

  it('without a seq gives what comes from now on', async () => {
    await say('now', ['1', '2'])
    const events = at(server, 'now').threads.subscribe({ threadId: 's' })
    expect((await events.next()).value).toMatchObject({ type: 'open', after: 2, thread: { messageCount: 2 } })
    const taking = take(events, 1)
    await say('now', ['3'])
    expect((await taking).seqs).toEqual([3])
  })

  it('hears what another process stores, within moments', async () => {
    await say('two', ['1'])
    const taking = take(openStreams('two'), 21)
    for (const content of numbers(20)) await say('two', [content], { target: other })
    expect((await taking).seqs).toEqual(numbers(21).map(Number))
  })

  it('M2: passes messages on as they were sent, line breaks and all', async () => {
    const raw = '{\n  "role": "user",\n "content":\t"a\\nb",  "big": 12345678901234567890 }'
    const body = `{"scope":{"tenant":"raw"},"threadId":"s","messages":[${raw}]}`
    expect((await call(server, 'messages.append', { key, body })).status).toBe(200)
    const response = await fetch(`${server.url}/api/live`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scope: { tenant: 'raw' }, threadId: 's', after: 0 }),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    let text = ''
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (reader && !text.includes('"messages"')) text += (await reader.read()).value
    await reader?.cancel()
    expect(text).toContain('"big": 12345678901234567890')
    expect(text.replaceAll('\ndata: ', '\n')).toContain('\n  "role": "user",\n "content":\t"a\\nb",  "big"')
  })

  it('tells of other changes, and of the end', async () => {
    await say('changes', ['1', '2'])
    const scoped = at(server, 'changes')
    const events = scoped.threads.subscribe({ threadId: 's' })
    const titles: string[] = []
    const next = async () => {
      const { value } = await events.next()
      titles.push(value?.type ?? 'done')
    }
    await next()
    const first = next()
    await scoped.threads.update({ threadId: 's', title: 'a new title' })
    await first
    const second = next()
    await scoped.messages.pin({ threadId: 's', seq: 1 })
    await second
    const third = next()
    await scoped.messages.redact({ threadId: 's', seq: 1 })
    await third
    const fourth = next()
    await scoped.threads.delete({ threadId: 's' })
    await fourth
    await next()
    expect(titles).toEqual(['open', 'thread', 'thread', 'thread', 'deleted', 'done'])
  })

  it('goes on after a break without a gap and without a message twice, and not in another thread of that id', async () => {
    await say('break', ['1'])
    const events = new Loci({ url: line.url, key })
      .for({ tenant: 'break' })
      .threads.subscribe({ threadId: 's', after: 0 })
    const taking = take(events, 30)
    for (const content of numbers(30).slice(1)) {
      await say('break', [content])
      if (Number(content) % 7 === 0) line.breakAll()
    }
    expect((await taking).seqs).toEqual(numbers(30).map(Number))

    const again = new Loci({ url: line.url, key })
      .for({ tenant: 'break' })
      .threads.subscribe({ threadId: 's', after: 29 })
    expect(await kindsOf(again, 2)).toEqual(['open', 'messages'])
    const ending = again.next()
    line.otherwise = 'cut'
    line.breakAll()
    await at(server, 'break').threads.delete({ threadId: 's' })
    await say('break', ['another thread'])
    line.otherwise = 'pass'
    expect((await ending).value).toEqual({ type: 'deleted' })
  })

  it('looks again when the connection that listens comes back', async () => {
    await say('listen', ['1'])
    const taking = take(openStreams('listen'), 2)
    await expect.poll(() => listeners()).toBeGreaterThan(0)
    await onActivity('pg_terminate_backend(pid)')
    await say('listen', ['2'], { target: other })
    expect((await taking).seqs).toEqual([1, 2])
  })

  it('holds any number of pages', async () => {
    for (let round = 0; round < 3; round += 1) await say('pages', numbers(120))
    expect((await take(openStreams('pages'), 360)).seqs).toEqual(numbers(360).map(Number))
  })
})

/** What is told of a list, as an operator hears it: one word for each `next`. */
async function listenAsOperator(target: TestServer, threads: object) {
  const { cookie } = await target.createOperator('reviewer')
  const response = await fetch(`${target.url}/api/live`, {
    method: 'POST',
    headers: { cookie, origin: target.url, 'content-type': 'application/json' },
    body: JSON.stringify({ threads }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const words = new EventStreamReader()
  const waiting: { data: string }[] = []
  return {
    cookie,
    close: () => reader?.cancel(),
    next: async (): Promise<{ type: string; uids?: string[]; isMore?: boolean }> => {
      while (waiting.length === 0) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return { type: 'done' }
        waiting.push(...words.push(new TextEncoder().encode(value)))
      }
      return JSON.parse(waiting.shift()?.data ?? '{}')
    },
  }
}

describe('a list of threads that is listened to', () => {
  it('tells which threads of its reach were made or changed, together, from any process', async () => {
    const heard = await listenAsOperator(server, { scopePattern: { tenant: 'list' } })
    expect(await heard.next()).toEqual({ type: 'open' })
    await say('list', ['1'], { threadId: 'a' })
    await say('list', ['1'], { threadId: 'b', target: other })
    await say('list-of-others', ['1'])
    const { items } = await at(server, 'list').threads.list()
    const uids = new Set<string>()
    while (uids.size < 2) for (const uid of (await heard.next()).uids ?? []) uids.add(uid)
    expect([...uids].sort()).toEqual(items.map(({ uid }) => uid).sort())
    await heard.close()
  })

  it('tells of reviews, which leave the thread as it is', async () => {
    await say('reviewed', ['1'])
    const [thread] = (await at(server, 'reviewed').threads.list()).items
    const heard = await listenAsOperator(server, { scopePattern: { tenant: 'reviewed' } })
    await heard.next()
    const { cookie } = heard
    const body = { uids: [thread?.uid], status: 'reviewed' }
    expect((await call(server, 'reviews.mark', { cookie, body })).status).toBe(200)
    expect(await heard.next()).toEqual({ type: 'threads', uids: [thread?.uid], isMore: false })
    await heard.close()
  })

  it('S2: is for people alone, and names where it looks', async () => {
    const { cookie } = await server.createOperator('reviewer')
    const everything = { threads: { scopePattern: { all: true } } }
    expect(await send(server, '/api/live', { key, body: everything })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await send(server, '/api/live', { body: everything })).toMatchObject({ code: 'UNAUTHENTICATED' })
    for (const threads of [{}, { scopePattern: {} }, { scopePattern: '*' }, null]) {
      const answer = await send(server, '/api/live', { cookie, body: { threads }, headers: { origin: server.url } })
      expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    }
  })
})

describe('a subscription is refused or ends', () => {
  it('S3: for absent, deleted and foreign threads alike', async () => {
    await say('foreign', ['1'])
    await say('gone', ['1'])
    await at(server, 'gone').threads.delete({ threadId: 's' })
    const bound = await server.createKey({ kind: 'tenant', tenant: 'mine' })
    const { items } = await at(server, 'foreign').threads.list()
    const ask = (asked: string, body: object) => send(server, '/api/live', { key: asked, body })
    const answers = await Promise.all([
      ask(key, { scope: { tenant: 'nobody' }, threadId: 's' }),
      ask(key, { scope: { tenant: 'gone' }, threadId: 's' }),
      ask(bound, { uid: items[0]?.uid }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    expect(await ask(bound, { scope: { tenant: 'foreign' }, threadId: 's' })).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('without a key, with one that may not read, by GET, and for what is no input', async () => {
    const writer = await server.createKey(undefined, ['write'])
    const body = { scope: { tenant: 'a' }, threadId: 's' }
    expect(await send(server, '/api/live', { body })).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(await send(server, '/api/live', { key: writer, body })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await send(server, '/api/live', { key })).toMatchObject({ status: 405 })
    for (const wrong of [{}, { ...body, aftr: 1 }, { ...body, after: -1 }, { ...body, scope: '*' }, []]) {
      expect(await send(server, '/api/live', { key, body: wrong })).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
      })
    }
    const { cookie } = await server.createOperator('reviewer')
    const elsewhere = { cookie, body, headers: { origin: 'https://elsewhere.example' } }
    expect(await send(server, '/api/live', elsewhere)).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('when its key is revoked, before another message is delivered', async () => {
    await say('revoked', ['1'])
    const admin = new Loci({ url: server.url, key })
    const made = await admin.keys.create({ name: 'short-lived', reach: { kind: 'tenant', tenant: 'revoked' } })
    const events = new Loci({ url: server.url, key: made.key })
      .for({ tenant: 'revoked' })
      .threads.subscribe({ threadId: 's', after: 0 })
    expect(await kindsOf(events, 2)).toEqual(['open', 'messages'])
    const next = caught(events.next())
    await admin.keys.revoke({ id: made.view.id })
    expect(await next).toMatchObject({ code: 'UNAUTHENTICATED', retryable: false })
  }, 15_000)

  it('when it is one too many, by a typed error', async () => {
    await say('many', ['1'])
    const ownKey = await server.createKey()
    const own = new Loci({ url: server.url, key: ownKey }).for({ tenant: 'many' })
    const controller = new AbortController()
    const open = async () => {
      const events = own.threads.subscribe({ threadId: 's', after: 0, signal: controller.signal })
      expect(await kindsOf(events, 2)).toEqual(['open', 'messages'])
      ends.push(caught(events.next()))
    }
    const ends: Promise<unknown>[] = []
    const before = server.services.liveStreams.count
    await Promise.all(Array.from({ length: 100 }, open))
    const body = { scope: { tenant: 'many' }, threadId: 's' }
    const refused = await send(server, '/api/live', { key: ownKey, body })
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(refused.headers.get('retry-after')).toBe('5')
    controller.abort()
    await Promise.all(ends)
    await expect.poll(() => server.services.liveStreams.count).toBe(before)
  }, 30_000)

  it('with its caller: the signal, or the end of the loop, frees the stream', async () => {
    await say('stop', ['1'])
    const controller = new AbortController()
    const reason = new Error('enough')
    const count = server.services.liveStreams.count
    const events = at(server, 'stop').threads.subscribe({ threadId: 's', after: 0, signal: controller.signal })
    await kindsOf(events, 2)
    expect(server.services.liveStreams.count).toBe(count + 1)
    const next = caught(events.next())
    controller.abort(reason)
    expect(await next).toBe(reason)
    await expect.poll(() => server.services.liveStreams.count).toBe(count)
    for await (const _event of openStreams('stop')) break
    await expect.poll(() => server.services.liveStreams.count).toBe(count)
  })

  it('when the process stops, with a word that makes the reader come back', async () => {
    const short = await testServer({ database })
    await say('stopping', ['1'])
    const response = await fetch(`${short.url}/api/live`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scope: { tenant: 'stopping' }, threadId: 's', after: 0 }),
    })
    short.services.liveStreams.stop()
    expect(await response.text()).toContain('"type":"end","code":"UNAVAILABLE"')
    expect(
      await send(short, '/api/live', { key, body: { scope: { tenant: 'stopping' }, threadId: 's' } }),
    ).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
    })
    await short.close()
  })
})

const listeners = async () => (await onActivity('pid')).length

/** Of the connections that listen, on this database. */
async function onActivity(what: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: inject('engine').superuserUrl })
  await client.connect()
  try {
    const where = "application_name = 'loci-live' AND datname = $1"
    const name = new URL(database.url).pathname.slice(1)
    return (await client.query(`SELECT ${what} FROM pg_stat_activity WHERE ${where}`, [name])).rows
  } finally {
    await client.end()
  }
}
