import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, send } from '../support/call'
import { type TestOperator, type TestServer, testServer } from '../support/server'

let server: TestServer
let admin: TestOperator
beforeAll(async () => {
  server = await testServer({ pages: async (_request, response) => void response.end('a page') })
  admin = await server.createOperator('admin')
})
afterAll(() => server.close())

const key = { name: 'by another site', reach: { kind: 'all' } }
const keyCount = async () =>
  (await server.services.database.pools.application.query('SELECT count(*)::int AS count FROM api_key')).rows[0].count

describe('another site', () => {
  it('changes nothing with the cookie of an operator', async () => {
    const { cookie } = admin
    const before = await keyCount()
    const own = server.url
    const attempts: Record<string, string>[] = [
      { cookie, origin: 'https://other.example' },
      { cookie, origin: 'null' },
      { cookie },
      { cookie, origin: `${own}.other.example` },
      { cookie, origin: own.replace('127.0.0.1', 'localhost') },
      { cookie, origin: own, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: own, 'sec-fetch-site': 'same-site' },
      { cookie, origin: 'null', 'sec-fetch-site': 'same-origin' },
      { cookie, origin: 'file://' },
    ]
    for (const headers of attempts) {
      const answer = await send(server, '/api/trpc/keys.create', { body: key, headers })
      expect([headers.origin, answer.status, answer.code]).toEqual([headers.origin, 403, 'FORBIDDEN'])
    }
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
      const answer = await send(server, '/api/trpc/keys.create', {
        body: JSON.stringify(key),
        headers: { cookie, origin: 'https://other.example', 'content-type': type },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect((await send(server, '/api/trpc/keys.create', { method: 'POST', headers: { cookie } })).status).toBe(403)
    expect(await keyCount()).toBe(before)
    expect((await call(server, 'keys.create', { cookie, body: key })).status).toBe(200)
    expect(await keyCount()).toBe(before + 1)
  })

  it('neither signs anybody in nor out', async () => {
    const { email, password, cookie } = admin
    for (const origin of ['https://other.example', 'null']) {
      const entered = await send(server, '/api/auth/sign-in/email', { body: { email, password }, headers: { origin } })
      expect([entered.status, entered.headers.getSetCookie()]).toEqual([403, []])
      expect((await send(server, '/api/auth/sign-out', { body: {}, headers: { origin, cookie } })).status).toBe(403)
    }
    expect((await call(server, 'viewer.get', { cookie })).status).toBe(200)
  })

  it('may link to a page, and to nothing else', async () => {
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    expect(await statusOf('/threads', visit)).toBe(200)
    expect(await statusOf('/threads', image)).toBe(403)
    expect(await statusOf('/threads', { ...visit, 'sec-fetch-dest': 'iframe' })).toBe(403)
    expect(await statusOf('/api/trpc/setup.state', visit)).toBe(403)
  })
})

/** Fetch writes `sec-fetch-mode` itself, so this goes without it. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}
