import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MemberView } from '../../server/schemas/members'
import { updateMember } from '../../server/services/members/update-member'
import { call, send } from '../support/call'
import { ownerQuery } from '../support/owner-query'
import { type TestOperator, type TestServer, testServer } from '../support/server'

let server: TestServer
let admin: TestOperator
beforeAll(async () => {
  server = await testServer()
  admin = await server.createOperator('admin')
})
afterAll(() => server.close())

const password = 'eight quiet copper kettles'
const asAdmin = (path: string, body: object = {}) => call(server, path, { cookie: admin.cookie, body })
const signIn = (email: string, secret: string) =>
  send(server, '/api/auth/sign-in/email', { body: { email, password: secret }, headers: { origin: server.url } })

async function made(path: 'members.invite' | 'members.resetPassword', body: object) {
  const { data, text } = await asAdmin(path, body)
  expect(text).toContain('"token"')
  return data as { token: string; link: { id: string; expiresAt: string } }
}

async function invited(more: object = {}) {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  return { email, ...(await made('members.invite', { email, role: 'reviewer', ...more })) }
}

async function member(id: string): Promise<MemberView | undefined> {
  const { data } = await asAdmin('members.list')
  return (data as { items: MemberView[] }).items.find((one) => one.id === id)
}

async function audited(objectId: string): Promise<string[]> {
  const rows = await ownerQuery<{ action: string }>(
    server.services.database,
    `select action from audit_event where object_id = $1 and action like 'members.%' order by number`,
    [objectId],
  )
  return rows.map(({ action }) => action)
}

describe('an invitation', () => {
  it('lets somebody in once, with the role and the tenants it names, and signs them in', async () => {
    const { email, token, link } = await invited({ role: 'lead', tenants: ['acme'] })
    const opened = await call(server, 'members.openLink', { body: { token } })
    expect(opened.data).toMatchObject({ kind: 'invitation', email })
    const joined = await call(server, 'members.acceptLink', { body: { token, name: 'Lea', password } })
    const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { data: viewer } = await call(server, 'viewer.get', { cookie })
    expect(viewer).toMatchObject({ email, name: 'Lea', role: 'lead', tenants: ['acme'] })
    expect((await signIn(email, password)).status).toBe(200)
    const again = await call(server, 'members.acceptLink', { body: { token, name: 'Eve', password } })
    expect([again.code, again.headers.getSetCookie()]).toEqual(['NOT_FOUND', []])
    expect(await audited(link.id)).toEqual(['members.invite'])
    expect(await audited((viewer as { id: string }).id)).toEqual(['members.join'])
  })

  it('is used by one of two who come at once', async () => {
    const { email, token } = await invited()
    const both = await Promise.all(
      ['One', 'Two'].map((name) => call(server, 'members.acceptLink', { body: { token, name, password } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const rows = await ownerQuery(server.services.database, 'select 1 from operator where email = $1', [email])
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['is withdrawn', (id: string) => asAdmin('members.withdrawLink', { id })],
    [
      'is too old',
      (id: string) =>
        ownerQuery(server.services.database, `update account_link set expires_at = now() where id = $1`, [id]),
    ],
  ])('does not work when it %s', async (_, end) => {
    const { token, link } = await invited()
    await end(link.id)
    for (const path of ['members.openLink', 'members.acceptLink']) {
      const body = path === 'members.openLink' ? { token } : { token, name: 'Eve', password }
      expect((await call(server, path, { body })).code).toBe('NOT_FOUND')
    }
  })

  it('is replaced by a newer one, and is in the list until it is used', async () => {
    const { email, token } = await invited()
    const newer = await made('members.invite', { email, role: 'admin' })
    expect((await call(server, 'members.openLink', { body: { token } })).code).toBe('NOT_FOUND')
    const links = async () => {
      const { data, text } = await asAdmin('members.list')
      expect(text).not.toContain(newer.token)
      return (data as { links: { email: string }[] }).links.filter((link) => link.email === email)
    }
    expect(await links()).toMatchObject([{ kind: 'invitation', role: 'admin', createdBy: admin.email }])
    await call(server, 'members.acceptLink', { body: { token: newer.token, name: 'Ada', password } })
    expect(await links()).toEqual([])
  })

  it('asks for a password that nobody guesses, and a name, and is not used up by that', async () => {
    const { token } = await invited()
    for (const body of [{ name: 'A', password: 'password123' }, { name: 'A', password: 'short' }, { password }]) {
      expect((await call(server, 'members.acceptLink', { body: { token, ...body } })).code).toBe('INVALID_INPUT')
    }
    expect((await call(server, 'members.openLink', { body: { token } })).status).toBe(200)
  })

  it('is made for nobody who is a member', async () => {
    expect((await asAdmin('members.invite', { email: admin.email.toUpperCase(), role: 'admin' })).code).toBe('CONFLICT')
  })

  it('keeps no token, in no table', async () => {
    const { token } = await invited()
    const rows = await ownerQuery<{ all: string }>(
      server.services.database,
      `select (select string_agg(l::text, ' ') from account_link l) || (select string_agg(a::text, ' ') from audit_event a) as "all"`,
    )
    expect(rows[0]?.all).toContain('members.invite')
    expect(rows[0]?.all).not.toContain(token)
  })
})

describe('a reset', () => {
  it('sets a new password once and ends all sessions', async () => {
    const person = await server.createOperator('reviewer')
    const { token } = await made('members.resetPassword', { id: person.id })
    expect((await call(server, 'viewer.get', { cookie: person.cookie })).status).toBe(200)
    const reset = await call(server, 'members.acceptLink', { body: { token, password } })
    expect(reset.status).toBe(200)
    expect((await call(server, 'viewer.get', { cookie: person.cookie })).code).toBe('UNAUTHENTICATED')
    expect((await signIn(person.email, person.password)).status).toBe(401)
    expect((await signIn(person.email, password)).status).toBe(200)
    expect(await audited(person.id)).toEqual(['members.resetPassword', 'members.setPassword'])
  })

  it('works for nobody who is disabled meanwhile', async () => {
    const person = await server.createOperator('reviewer')
    const { token } = await made('members.resetPassword', { id: person.id })
    await asAdmin('members.update', { id: person.id, isDisabled: true })
    expect((await call(server, 'members.acceptLink', { body: { token, password } })).code).toBe('NOT_FOUND')
    expect((await asAdmin('members.resetPassword', { id: person.id })).code).toBe('CONFLICT')
  })
})

describe('a member', () => {
  it('has a new role and new tenants with the next request', async () => {
    const person = await server.createOperator('reviewer')
    await asAdmin('members.update', { id: person.id, role: 'developer', tenants: ['acme', 'initech'] })
    const viewer = () => call(server, 'viewer.get', { cookie: person.cookie })
    expect((await viewer()).data).toMatchObject({ role: 'developer', tenants: ['acme', 'initech'] })
    await asAdmin('members.update', { id: person.id, tenants: null })
    expect((await viewer()).data).toMatchObject({ role: 'developer', tenants: null })
    const [, { details }] = (await ownerQuery(
      server.services.database,
      `select details from audit_event where object_id = $1 and action = 'members.update' order by number`,
      [person.id],
    )) as [object, { details: string }]
    const all = { role: 'developer', isDisabled: false }
    expect(typeof details === 'string' ? JSON.parse(details) : details).toMatchObject({
      before: { ...all, tenants: ['acme', 'initech'] },
      after: { ...all, tenants: null },
    })
  })

  it('who is disabled is nobody at once, and somebody again when enabled', async () => {
    const person = await server.createOperator('lead')
    const { data } = await asAdmin('members.update', { id: person.id, isDisabled: true })
    expect((data as MemberView).disabledAt).not.toBeNull()
    expect((await call(server, 'viewer.get', { cookie: person.cookie })).code).toBe('UNAUTHENTICATED')
    expect((await signIn(person.email, person.password)).status).toBe(401)
    await asAdmin('members.update', { id: person.id, isDisabled: false })
    expect((await signIn(person.email, person.password)).status).toBe(200)
    expect(await member(person.id)).toMatchObject({ role: 'lead', disabledAt: null })
  })

  it('who is limited to tenants manages nobody', async () => {
    const person = await server.createOperator('admin')
    await asAdmin('members.update', { id: person.id, tenants: ['acme'] })
    const { cookie } = person
    for (const [path, body] of [
      ['members.list', {}],
      ['members.update', { id: person.id, tenants: null }],
      ['members.invite', { email: 'eve@example.com', role: 'admin' }],
      ['members.resetPassword', { id: admin.id }],
      ['members.withdrawLink', { id: randomUUID() }],
    ] as const) {
      expect([path, (await call(server, path, { cookie, body })).code]).toEqual([path, 'FORBIDDEN'])
    }
  })
})

it('keeps one admin of all tenants, also when two take each other out at once', async () => {
  const own = await testServer()
  try {
    const [one, two] = [await own.createOperator('admin'), await own.createOperator('admin')]
    const demote = (by: TestOperator, of: TestOperator, change: object) =>
      call(own, 'members.update', { cookie: by.cookie, body: { id: of.id, ...change } })
    const took = await Promise.allSettled(
      [one, two].map(({ id, email }, place) => {
        const principal = { kind: 'operator', id, email, name: '', role: 'admin', tenants: null } as const
        const other = place === 0 ? two : one
        return updateMember({ ...own.services, principal, requestId: 'race' }, { id: other.id, role: 'lead' })
      }),
    )
    expect(took.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(took.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    const left = await ownerQuery<{ id: string }>(
      own.services.database,
      `select id from operator where role = 'admin' and disabled_at is null`,
    )
    expect(left).toHaveLength(1)
    const last = left[0]?.id === one.id ? one : two
    for (const change of [{ role: 'lead' }, { isDisabled: true }, { tenants: ['acme'] }]) {
      expect((await demote(last, last, change)).code).toBe('CONFLICT')
    }
  } finally {
    await own.close()
  }
})

describe("one's own account", () => {
  it('lists the sessions, ends one and all others', async () => {
    const person = await server.createOperator('observer')
    const second = await signIn(person.email, person.password)
    await signIn(person.email, person.password)
    const cookie = second.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const own = (path: string, body: object = {}) => call(server, path, { cookie, body })
    const sessions = async () => (await own('account.sessions')).data as { items: { id: string; isCurrent: boolean }[] }
    const { items } = await sessions()
    expect(items.map(({ isCurrent }) => isCurrent)).toEqual([false, true, false])
    const first = items[2]?.id ?? ''
    const stranger = await server.createOperator('admin')
    const foreign = await call(server, 'account.endSessions', { cookie: stranger.cookie, body: { id: first } })
    expect(foreign.code).toBe('NOT_FOUND')
    expect((await own('account.endSessions', { id: first })).data).toEqual({ ended: 1 })
    expect((await call(server, 'viewer.get', { cookie: person.cookie })).code).toBe('UNAUTHENTICATED')
    expect((await own('account.endSessions', { others: true })).data).toEqual({ ended: 1 })
    expect((await sessions()).items).toMatchObject([{ isCurrent: true }])
  })

  it('has a new password when the old one is right, and other sessions end', async () => {
    const person = await server.createOperator('reviewer')
    const other = (await signIn(person.email, person.password)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const change = (body: object) => call(server, 'account.changePassword', { cookie: person.cookie, body })
    expect((await change({ current: 'not it at all', password })).code).toBe('FORBIDDEN')
    expect((await change({ current: person.password, password: 'password123' })).code).toBe('INVALID_INPUT')
    expect((await change({ current: person.password, password })).data).toEqual({ ended: 1 })
    expect((await call(server, 'viewer.get', { cookie: other })).code).toBe('UNAUTHENTICATED')
    expect((await call(server, 'viewer.get', { cookie: person.cookie })).status).toBe(200)
    expect((await signIn(person.email, password)).status).toBe(200)
  })

  it('is no way to guess the password', async () => {
    const person = await server.createOperator('reviewer')
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, count) =>
        call(server, 'account.changePassword', {
          cookie: person.cookie,
          body: { current: `guess ${count}`, password },
        }),
      ),
    )
    expect(tries.filter(({ code }) => code === 'FORBIDDEN')).toHaveLength(5)
    expect(tries.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(3)
  })
})
