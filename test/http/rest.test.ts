import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '../support/call'
import { callRoute, post } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const scope = { tenant: 'acme', subject: 'rest' }
const messages = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hello!' },
]
const uidOf = async (threadId: string) => {
  const made = await post(server, '/threads', { key, body: { threadId, scope } })
  expect(made.status).toBe(200)
  return (made.body as { uid: string }).uid
}

describe('/api/v1', () => {
  it('writes and reads with plain bodies, and no envelope around them', async () => {
    const written = await post(server, '/memory/write', { key, body: { sessionId: 'plain', scope, messages } })
    expect([written.status, written.body]).toEqual([200, expect.objectContaining({ appended: 2, matched: 0 })])
    const read = await post(server, '/memory/read', { key, body: { sessionId: 'plain', scope } })
    expect(read.body).toMatchObject({ messages, readId: expect.any(String), window: { messages: 2 } })
  })

  it('knows threads by uid in the address, without a scope', async () => {
    const uid = await uidOf('by uid')
    const at = { method: 'PATCH', path: '/threads/{uid}' } as const
    const changed = await callRoute(server, at, { key, inPath: { uid }, body: { title: 'A title' } })
    expect(changed.body).toMatchObject({ uid, title: 'A title' })
    await post(server, '/messages/append', { key, body: { uid, messages } })
    const list = await callRoute(
      server,
      { method: 'GET', path: '/threads/{uid}/messages' },
      { key, inPath: { uid }, search: '?limit=1&after=1' },
    )
    expect(list.body).toMatchObject({ items: [{ seq: 2, message: messages[1] }] })
    const gone = await callRoute(server, { method: 'DELETE', path: '/threads/{uid}' }, { key, inPath: { uid } })
    expect(gone.body).toEqual({ deleted: 1, uid })
    const get = { method: 'GET', path: '/threads/{uid}' } as const
    expect((await callRoute(server, get, { key, inPath: { uid } })).code).toBe('NOT_FOUND')
    const trashed = await callRoute(server, get, { key, inPath: { uid }, search: '?deleted=true' })
    expect(trashed.body).toMatchObject({ uid, deletedAt: expect.any(String) })
  })

  it('S3: answers for foreign and absent threads with the same bytes but the request id', async () => {
    const uid = await uidOf('of acme')
    const other = await server.createKey({ kind: 'tenant', tenant: 'other' })
    const get = { method: 'GET', path: '/threads/{uid}' } as const
    const headers = { 'x-request-id': 'the-same-id' }
    const foreign = await callRoute(server, get, { key: other, inPath: { uid }, headers })
    const inPath = { uid: '0190a000-0000-7000-8000-00000000dead' }
    const absent = await callRoute(server, get, { key: other, inPath, headers })
    expect([foreign.status, foreign.text]).toEqual([404, absent.text])
  })

  it('answers errors as one plain object', async () => {
    const answer = await post(server, '/threads/get', {
      key,
      body: { threadId: 'nowhere', scope },
      headers: { 'x-request-id': 'agent-run.0001' },
    })
    expect([answer.status, answer.body]).toEqual([
      404,
      {
        code: 'NOT_FOUND',
        message: 'No such thread in this scope.',
        retryable: false,
        requestId: 'agent-run.0001',
        retryAfterMs: null,
      },
    ])
  })

  it('does so for what the gate refuses', async () => {
    const refusals: [string, Parameters<typeof send>[2], number, string][] = [
      ['/api/v1', {}, 404, 'NOT_FOUND'],
      ['/api/v1/', {}, 404, 'NOT_FOUND'],
      ['/api/v1/nothing', {}, 404, 'NOT_FOUND'],
      ['/api/v1/memory/read/more', { body: {} }, 404, 'NOT_FOUND'],
      ['/api/v1/memory%2Fread', { body: {} }, 404, 'NOT_FOUND'],
      ['/api/v1/__proto__', { body: {} }, 404, 'NOT_FOUND'],
      ['/api/v1/%E0%A4%A', {}, 400, 'INVALID_INPUT'],
      [`/api/v1/keys?${'x'.repeat(2100)}`, {}, 414, 'INVALID_INPUT'],
      ['/api/v1/memory/read', { key: 'nonsense', body: {} }, 401, 'UNAUTHENTICATED'],
      ['/api/v1/memory/read', { body: {} }, 401, 'UNAUTHENTICATED'],
      ['/api/v1/memory/read', { key, body: '{"a":' }, 400, 'INVALID_INPUT'],
      ['/api/v1/memory/read', { key, body: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'INVALID_INPUT'],
      ['/api/v1/memory/read', { key, body: '{}', headers: { 'content-encoding': 'gzip' } }, 415, 'INVALID_INPUT'],
      ['/api/v1/keys', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'FORBIDDEN'],
      ['/api/v1/memory/read', { key, body: `"${'x'.repeat(1024 * 1024)}"` }, 413, 'TOO_LARGE'],
    ]
    for (const [path, init, status, code] of refusals) {
      const answer = await send(server, path, init)
      const body = JSON.parse(answer.text)
      const place = path.slice(0, 40)
      expect([place, answer.status, body.code]).toEqual([place, status, code])
      expect(Object.keys(body)).toEqual(['code', 'message', 'retryable', 'requestId', 'retryAfterMs'])
      expect(body.requestId).toBe(answer.headers.get('x-request-id'))
    }
  })

  it('says which methods an address takes', async () => {
    for (const [method, path, allowed] of [
      ['GET', '/memory/read', 'POST'],
      ['GET', '/threads/list', 'POST'],
      ['PUT', '/keys', 'GET, POST'],
      ['POST', '/threads/0190a000-0000-7000-8000-000000000001', 'GET, PATCH, DELETE'],
      ['POST', '/openapi.json', 'GET'],
      ['OPTIONS', '/memory/read', 'POST'],
    ] as const) {
      const answer = await send(server, `/api/v1${path}`, { key, method })
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allowed])
    }
  })

  it('S1: takes nothing of the input from an address but what the document says', async () => {
    const uid = await uidOf('strict')
    const get = { method: 'GET', path: '/threads/{uid}/messages' } as const
    for (const search of ['?limit=1&limit=2', '?limit=x', '?limit=', '?limit=1.5', '?scope=acme', '?__proto__=1']) {
      const answer = await callRoute(server, get, { key, inPath: { uid }, search })
      expect([search, answer.status, answer.code]).toEqual([search, 400, 'INVALID_INPUT'])
    }
    const body = { sessionId: 's', scope }
    expect((await post(server, '/memory/read?sessionId=s', { key, body })).code).toBe('INVALID_INPUT')
    const patch = { method: 'PATCH', path: '/threads/{uid}' } as const
    for (const wrong of [{ uid }, { threadId: 'strict', scope }, { titel: 'x' }, [], 'x', 1]) {
      const answer = await callRoute(server, patch, { key, inPath: { uid }, body: JSON.stringify(wrong) })
      expect([wrong, answer.status, answer.code]).toEqual([wrong, 400, 'INVALID_INPUT'])
    }
    const remove = { method: 'DELETE', path: '/threads/{uid}' } as const
    expect((await callRoute(server, remove, { key, inPath: { uid }, body: { scope } })).code).toBe('INVALID_INPUT')
    expect((await callRoute(server, remove, { key, inPath: { uid: 'no uid' } })).code).toBe('INVALID_INPUT')
  })

  it('takes 32 MiB where messages are written', async () => {
    const content = 'x'.repeat(3 * 1024 * 1024)
    const body = { sessionId: 'large', scope, messages: [{ role: 'user', content }] }
    expect((await post(server, '/memory/write', { key, body })).status).toBe(200)
    const anonymous = await post(server, '/memory/write', { body })
    expect([anonymous.status, anonymous.code]).toEqual([413, 'TOO_LARGE'])
  })

  it('changes nothing for a page of another site that has the cookie', async () => {
    const { cookie } = await server.createOperator('admin')
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { origin }
      for (const route of [
        { method: 'POST', path: '/keys' },
        { method: 'DELETE', path: '/threads/{uid}' },
      ] as const) {
        const inPath = { uid: '0190a000-0000-7000-8000-000000000001' }
        const answer = await callRoute(server, route, { cookie, headers, inPath })
        expect([origin, route.path, answer.status, answer.code]).toEqual([origin, route.path, 403, 'FORBIDDEN'])
      }
    }
    const own = await callRoute(server, { method: 'GET', path: '/keys' }, { cookie })
    expect(own.status).toBe(200)
  })

  it('serves its document to everybody', async () => {
    const answer = await send(server, '/api/v1/openapi.json')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(answer.text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] })
    const head = await fetch(`${server.url}/api/v1/openapi.json`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(answer.text))])
  })
})
