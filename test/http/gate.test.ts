import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

describe('the gate', () => {
  it('takes JSON only', async () => {
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/json; charset=latin1',
    ]) {
      const answer = await call(server, 'keys.list', { key, headers: { 'content-type': type } })
      expect([type, answer.status, answer.code]).toEqual([type, 415, 'INVALID_INPUT'])
    }
    const packed = await call(server, 'keys.list', { key, headers: { 'content-encoding': 'gzip' } })
    expect([packed.status, packed.code]).toEqual([415, 'INVALID_INPUT'])
  })

  it('M2: refuses bytes that are not UTF-8, a byte order mark, broken JSON and deep JSON', async () => {
    const bodies = [
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
      '{"a":',
      `{"name":${'['.repeat(40)}${']'.repeat(40)}}`,
    ]
    for (const body of bodies) {
      // It takes no input, so nothing but the body itself can be refused.
      const answer = await call(server, 'setup.state', { body })
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  it('counts the calls of a batch before anything runs', async () => {
    const eleven = Array.from({ length: 11 }, () => 'setup.state').join(',')
    expect((await send(server, `/api/trpc/${eleven}?batch=1`)).status).toBe(400)
    const ten = Array.from({ length: 10 }, () => 'setup.state').join(',')
    const answer = await send(server, `/api/trpc/${ten}?batch=1&input=%7B%7D`)
    expect([answer.status, JSON.parse(answer.text).length]).toEqual([200, 10])
    for (const path of [',', ',,,,', 'setup.state,', '%2C']) {
      const empty = await send(server, `/api/trpc/${path}?batch=1`)
      expect([path, empty.status, empty.code]).toEqual([path, 400, 'INVALID_INPUT'])
    }
  })

  it('gives each call of a batch its own answer, and 207 when they differ', async () => {
    const answer = await send(server, '/api/trpc/setup.state,keys.list,no.such?batch=1', { body: {} })
    expect(answer.status).toBe(207)
    const [state, keys, unknown] = JSON.parse(answer.text)
    expect(state.result.data).toEqual({ isSetUp: false })
    expect(keys.error.data).toMatchObject({
      code: 'UNAUTHENTICATED',
      path: 'keys.list',
      retryable: false,
      httpStatus: 401,
    })
    expect(unknown.error.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 })
  })

  it('runs what changes something by POST alone', async () => {
    const answer = await send(server, '/api/trpc/keys.create?input=%7B%7D', { key })
    expect([answer.status, answer.code]).toEqual([405, 'INVALID_INPUT'])
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await send(server, '/api/trpc/setup.state', { method })).status).toBe(405)
    }
  })

  it('answers a query by GET and by POST alike', async () => {
    const [get, post] = [await send(server, '/api/trpc/keys.list', { key }), await call(server, 'keys.list', { key })]
    expect([get.status, get.text]).toEqual([200, post.text])
  })

  it('refuses addresses that are too long or no paths', async () => {
    const long = await send(server, `/api/trpc/setup.state?input=${'x'.repeat(2100)}`)
    expect([long.status, long.code]).toEqual([414, 'INVALID_INPUT'])
    expect((await send(server, '/api/trpc/%E0%A4%A')).status).toBe(400)
    expect((await send(server, '//other.example/')).status).toBe(400)
  })

  it('answers NOT_FOUND for names that objects have by nature', async () => {
    for (const path of ['__proto__', 'constructor', 'toString', 'keys', 'keys.list.x', 'nothing.here']) {
      const answer = await send(server, `/api/trpc/${path}`)
      expect([path, answer.status, answer.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/auth/sign-up/email',
      '/api/auth/list-sessions',
      '/nothing',
    ]) {
      expect([path, (await send(server, path)).status]).toEqual([path, 404])
    }
  })

  it('keeps the request id of the caller where it is a plain one', async () => {
    const kept = await send(server, '/api/health/live', { headers: { 'x-request-id': 'agent-run.0001' } })
    expect(kept.headers.get('x-request-id')).toBe('agent-run.0001')
    const made = await send(server, '/api/trpc/no.such', { headers: { 'x-request-id': 'two words' } })
    const id = made.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(made.text).error.data.requestId).toBe(id)
  })

  it('says that it lives and that its database answers', async () => {
    expect((await send(server, '/api/health/live')).text).toBe('{"status":"ok"}')
    expect((await send(server, '/api/health/ready')).status).toBe(200)
    expect((await send(server, '/api/health/ready', { method: 'POST' })).status).toBe(405)
  })
})

describe('pages', () => {
  it('B118: an address whose bytes are no text leads to the page that says that nothing is there', async () => {
    const desk = await testServer({ pages: async ({ url }, response) => void response.end(url) })
    const seen: string[] = []
    for (const path of ['/threads/%F0%9F', '/%ff?q=1', '/threads/%F0%9F%8F%A0?q=%', '/threads?tag=%ff']) {
      seen.push((await send(desk, path)).text)
    }
    await desk.close()
    expect(seen).toEqual(['/no-such-page', '/no-such-page', '/threads/%F0%9F%8F%A0?q=%', '/threads?tag=%ff'])
  })
})
