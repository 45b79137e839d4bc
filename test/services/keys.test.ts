import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBrokenApiKey, makeApiKey } from '../../server/auth/api-key-format'
import { call } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await testServer({ limits: { badKeys: 1000 } })
  admin = await server.createKey()
})
afterAll(() => server.close())

interface Made {
  key: string
  view: { id: string; prefix: string; createdBy: string }
}
async function make(body: object, key = admin): Promise<Made> {
  const answer = await call(server, 'keys.create', { key, body })
  expect(answer.status).toBe(200)
  return answer.data as Made
}
const isAccepted = async (key: string) => (await call(server, 'keys.list', { key })).status === 200

describe('keys that developers make', () => {
  it('are those of agents, by name, and make no keys themselves; others they neither see nor revoke', async () => {
    const { cookie } = await server.createOperator('developer')
    const asked = (path: string, body: object) => call(server, path, { cookie, body })
    const reach = { kind: 'tenant', tenant: 'acme' }
    const others = await make({ name: 'for any agent', reach })
    for (const bounds of [{}, { agents: [] }, { agents: ['support'], rights: ['read', 'admin'] }]) {
      expect((await asked('keys.create', { name: 'too much', reach, ...bounds })).code).toBe('FORBIDDEN')
    }
    const { data } = await asked('keys.create', { name: 'for support', reach, agents: ['support'] })
    const { view, key } = data as Made
    const list = await asked('keys.list', {})
    expect(list.text).toContain(view.id)
    expect(list.text).not.toContain(others.view.id)
    expect((await asked('keys.revoke', { id: others.view.id })).code).toBe('NOT_FOUND')
    expect((await asked('keys.revoke', { id: view.id })).status).toBe(200)
    expect(isBrokenApiKey(key)).toBe(false)
  })
})

describe('an API key', () => {
  it('is loci_, 30 random characters and a checksum that finds every changed character', () => {
    const key = makeApiKey()
    expect(key).toMatch(/^loci_[0-9A-Za-z]{36}$/)
    expect(isBrokenApiKey(key)).toBe(false)
    for (let place = 5; place < key.length; place += 1) {
      const other = key[place] === 'a' ? 'b' : 'a'
      expect(isBrokenApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(true)
    }
    expect(isBrokenApiKey('any other text of thirty-two characters or more')).toBe(false)
  })

  it('is shown once and stored as a hash', async () => {
    const { key, view } = await make({ name: 'shown once', reach: { kind: 'tenant', tenant: 'acme' } })
    expect(key.startsWith(view.prefix)).toBe(true)
    const list = await call(server, 'keys.list', { key: admin })
    expect(list.text).toContain(view.id)
    expect(list.text).not.toContain(key)
    const { rows } = await server.services.database.pools.application.query(
      'SELECT hash, row_to_json(k)::text AS text FROM api_key k WHERE id = $1',
      [view.id],
    )
    expect(rows[0].hash).toEqual(createHash('sha256').update(key).digest())
    expect(rows[0].text).not.toContain(key.slice(view.prefix.length))
  })

  it('works until it is revoked, and not a second longer', async () => {
    const { key, view } = await make({ name: 'to be revoked', reach: { kind: 'all' }, rights: ['admin'] })
    expect(await isAccepted(key)).toBe(true)
    const revoked = await call(server, 'keys.revoke', { key: admin, body: { id: view.id } })
    expect(revoked.data).toMatchObject({ id: view.id, revokedAt: expect.any(String) })
    const since = performance.now()
    while (await isAccepted(key)) expect(performance.now() - since).toBeLessThan(1000)
    const answer = await call(server, 'keys.list', { key })
    expect([answer.status, answer.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('ends when it expires', async () => {
    const { key, view } = await make({
      name: 'short',
      reach: { kind: 'all' },
      rights: ['admin'],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await server.services.database.pools.application.query(
      `UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [view.id],
    )
    expect(await isAccepted(key)).toBe(false)
    const past = { name: 'late', reach: { kind: 'all' }, expiresAt: '2020-01-01T00:00:00.000Z' }
    expect((await call(server, 'keys.create', { key: admin, body: past })).code).toBe('INVALID_INPUT')
  })

  it('S2: makes, sees and revokes only keys within its own reach and rights', async () => {
    const acme = await make({
      name: 'acme admin',
      reach: { kind: 'tenant', tenant: 'acme' },
      rights: ['read', 'admin'],
    })
    const beyond = [
      { reach: { kind: 'all' }, rights: ['read'] },
      { reach: { kind: 'tenant', tenant: 'other' }, rights: ['read'] },
      { reach: { kind: 'scope', tenant: 'other', subject: 'x' }, rights: ['read'] },
      { reach: { kind: 'tenant', tenant: 'acme' }, rights: ['read', 'write'] },
    ]
    for (const bounds of beyond) {
      const answer = await call(server, 'keys.create', { key: acme.key, body: { name: 'beyond', ...bounds } })
      expect([bounds, answer.code]).toEqual([bounds, 'FORBIDDEN'])
    }
    const within = await make(
      { name: 'within', reach: { kind: 'scope', tenant: 'acme', subject: 'x' }, rights: ['read'] },
      acme.key,
    )
    const other = await make({ name: 'other', reach: { kind: 'tenant', tenant: 'other' }, rights: ['read'] })
    const list = await call(server, 'keys.list', { key: acme.key })
    expect(list.text).toContain(within.view.id)
    expect(list.text).not.toContain(other.view.id)
    const foreign = await call(server, 'keys.revoke', { key: acme.key, body: { id: other.view.id } })
    const absent = await call(server, 'keys.revoke', {
      key: acme.key,
      body: { id: '0190a000-0000-7000-8000-00000000dead' },
    })
    expect([foreign.status, foreign.code, foreign.message]).toEqual([absent.status, 'NOT_FOUND', absent.message])
  })

  it('is made and revoked on the record, without the key', async () => {
    const { key, view } = await make({ name: 'on the record', reach: { kind: 'all' }, rights: ['read'] })
    await call(server, 'keys.revoke', { key: admin, body: { id: view.id } })
    const { rows } = await server.services.database.pools.application.query(
      `SELECT action, actor_kind, outcome, details, request_id FROM audit_event WHERE object_id = $1 ORDER BY number`,
      [view.id],
    )
    expect(rows.map((row) => [row.action, row.actor_kind, row.outcome])).toEqual([
      ['keys.create', 'key', 'done'],
      ['keys.revoke', 'key', 'done'],
    ])
    expect(JSON.stringify(rows)).not.toContain(key.slice(9))
  })

  it('needs the right that a procedure asks for; people need the permission', async () => {
    const { key } = await make({ name: 'reader', reach: { kind: 'all' }, rights: ['read'] })
    expect((await call(server, 'keys.list', { key })).code).toBe('FORBIDDEN')
    const reviewer = await server.createOperator('reviewer')
    expect((await call(server, 'keys.list', { cookie: reviewer.cookie })).code).toBe('FORBIDDEN')
    const developer = await server.createOperator('developer')
    expect((await call(server, 'keys.list', { cookie: developer.cookie })).status).toBe(200)
  })
})
