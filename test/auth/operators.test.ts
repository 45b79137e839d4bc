import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const signIn = (body: object, headers: Record<string, string> = {}) =>
  send(server, '/api/auth/sign-in/email', { body, headers: { origin: server.url, ...headers } })

describe('operators', () => {
  it('sign in with a new token each time, and out for good', async () => {
    const { email, password } = await server.createOperator('reviewer')
    const [first, second] = [await signIn({ email, password }), await signIn({ email: email.toUpperCase(), password })]
    expect([first.status, second.status]).toEqual([200, 200])
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(/^loci\.session=[^;]+;.*HttpOnly.*SameSite=Lax/i)
    expect(cookie).not.toBe(second.headers.getSetCookie()[0])
    const session = cookie.split(';')[0] ?? ''
    const viewer = await call(server, 'viewer.get', { cookie: session })
    expect(viewer.data).toMatchObject({ email, role: 'reviewer', permissions: ['view', 'read', 'edit'], tenants: null })
    const out = await send(server, '/api/auth/sign-out', { method: 'POST', cookie: session })
    expect(out.status).toBe(200)
    expect((await call(server, 'viewer.get', { cookie: session })).code).toBe('UNAUTHENTICATED')
  })

  it('get a cookie for https alone where the page came by https', async () => {
    const { email, password } = await server.createOperator('reviewer')
    const origin = server.url.replace('http:', 'https:')
    const answer = await signIn({ email, password }, { origin })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-loci\.session=/)
    expect(cookie).toMatch(/Secure/i)
    expect(cookie).not.toMatch(/Domain/i)
    const viewer = await call(server, 'viewer.get', { headers: { cookie: cookie.split(';')[0] ?? '', origin } })
    expect(viewer.data).toMatchObject({ email })
    expect(viewer.headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  it('have the role that the database says now', async () => {
    const { id, cookie } = await server.createOperator('reviewer')
    const setRole = (role: string) =>
      server.services.database.pools.application.query('UPDATE operator SET role = $2 WHERE id = $1', [id, role])
    expect((await call(server, 'keys.list', { cookie })).code).toBe('FORBIDDEN')
    await setRole('admin')
    expect((await call(server, 'keys.list', { cookie })).status).toBe(200)
    await setRole('no role of ours')
    expect((await call(server, 'viewer.get', { cookie })).code).toBe('UNAUTHENTICATED')
  })

  it('are nobody from the moment they are disabled', async () => {
    const { id, cookie, email, password } = await server.createOperator('admin')
    await server.services.database.pools.application.query('UPDATE operator SET disabled_at = now() WHERE id = $1', [
      id,
    ])
    expect((await call(server, 'viewer.get', { cookie })).code).toBe('UNAUTHENTICATED')
    const again = await signIn({ email, password })
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
  })

  it('are not told whether an account exists', async () => {
    const { email } = await server.createOperator('reviewer')
    const wrong = await signIn({ email, password: 'not the password' })
    const unknown = await signIn({ email: 'nobody@example.com', password: 'not the password' })
    expect([wrong.status, wrong.code, wrong.message]).toEqual([unknown.status, 'UNAUTHENTICATED', unknown.message])
  })

  it('cannot be guessed: five tries at once are verified, no more, and a session goes on', async () => {
    const { email, password, cookie } = await server.createOperator('reviewer')
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, count) => signIn({ email, password: `guess number ${count}` })),
    )
    expect(tries.filter((answer) => answer.status === 401)).toHaveLength(5)
    const limited = tries.filter((answer) => answer.status === 429)
    expect(limited).toHaveLength(15)
    expect(limited[0]?.code).toBe('RATE_LIMITED')
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn({ email, password })).status).toBe(429)
    expect((await call(server, 'viewer.get', { cookie })).status).toBe(200)
  })

  it('cannot sign up', async () => {
    for (const path of ['sign-up/email', 'forget-password', 'change-password', 'update-user', 'delete-user', 'ok']) {
      const answer = await send(server, `/api/auth/${path}`, { body: {}, headers: { origin: server.url } })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })
})
