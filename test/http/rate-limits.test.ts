import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallInit, call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

const all = { scopePattern: { all: true } }
const tool = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('requests of one key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ limits: { callsPerKey: 3 } })
  })
  afterAll(() => server.close())

  it('are counted through every door, and refused with the time to wait; other keys are served', async () => {
    const key = await server.createKey()
    expect((await call(server, 'threads.list', { key, body: all })).status).toBe(200)
    expect((await send(server, '/api/v1/threads/list', { key, body: all })).status).toBe(200)
    const headers = { accept: 'application/json, text/event-stream' }
    expect((await send(server, '/api/mcp', { key, body: tool, headers })).status).toBe(200)

    const doors: [string, CallInit][] = [
      ['/api/trpc/threads.list', { key, body: all }],
      ['/api/v1/threads/list', { key, body: all }],
      ['/api/mcp', { key, body: tool, headers }],
    ]
    for (const [path, init] of doors) {
      const refused = await send(server, path, init)
      const seconds = Number(refused.headers.get('retry-after'))
      expect([path, refused.status, refused.text.includes('RATE_LIMITED')]).toEqual([path, 429, true])
      expect(refused.text).toContain('Too many requests with this key')
      expect(refused.text).toMatch(/"retryable":true/)
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    const other = await server.createKey()
    expect((await call(server, 'threads.list', { key: other, body: all })).status).toBe(200)
  })
})

describe('requests from one address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ limits: { callsPerAddress: 3 } })
  })
  afterAll(() => server.close())

  it('are counted whoever sends them; whether the server lives is always said', async () => {
    const { cookie } = await server.createOperator('admin')
    expect((await call(server, 'setup.state')).status).toBe(200)
    expect((await call(server, 'viewer.get', { cookie })).status).toBe(200)
    expect((await send(server, '/api/nothing')).status).toBe(404)
    for (const init of [{}, { cookie }, { key: await server.createKey() }]) {
      const refused = await call(server, 'setup.state', init)
      expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
      expect(refused.message).toBe('Too many requests from your address; wait a little.')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    for (const path of ['/api/health/live', '/api/health/ready']) {
      expect((await send(server, path)).status).toBe(200)
    }
  })
})
