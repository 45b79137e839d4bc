import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeApiKey } from '../../server/auth/api-key-format'
import { createApiKeys } from '../../server/auth/api-keys'
import { registerKey } from '../../server/services/keys/register-key'
import { call } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let pool: Pool
beforeAll(async () => {
  server = await testServer({ limits: { badKeys: 5 } })
  pool = server.services.database.pools.application
})
afterAll(() => server.close())
const log = pino({ level: 'silent' })

describe('verifying keys', () => {
  it('shares one look-up among callers that ask at once', async () => {
    const key = await server.createKey()
    const query = vi.spyOn(pool, 'query')
    const keys = createApiKeys({ pool, log })
    try {
      const found = await Promise.all(Array.from({ length: 1000 }, () => keys.verify(key)))
      expect(found.every((principal) => principal?.kind === 'key')).toBe(true)
      expect(query).toHaveBeenCalledTimes(1)
    } finally {
      query.mockRestore()
      await keys.close()
    }
  })

  it('asks no database for a key whose checksum does not fit', async () => {
    const good = makeApiKey()
    const bad = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')
    const query = vi.spyOn(pool, 'query')
    const keys = createApiKeys({ pool, log })
    try {
      expect(await keys.verify(bad)).toBeNull()
      expect(query).not.toHaveBeenCalled()
      expect(await keys.verify(good)).toBeNull()
      expect(query).toHaveBeenCalledTimes(1)
    } finally {
      query.mockRestore()
      await keys.close()
    }
  })

  it('takes a key given from outside whatever it looks like, once', async () => {
    const chosen = `loci_${'a'.repeat(36)}`
    await registerKey(server.services, { name: 'LOCI_API_KEY', key: chosen })
    await registerKey(server.services, { name: 'LOCI_API_KEY', key: chosen })
    const keys = createApiKeys({ pool, log, registered: chosen })
    expect(await keys.verify(chosen)).toMatchObject({
      name: 'LOCI_API_KEY',
      reach: { kind: 'all' },
      rights: ['read', 'write', 'delete', 'admin'],
    })
    await keys.close()
    const { rows } = await pool.query(`SELECT last_used_at FROM api_key WHERE name = 'LOCI_API_KEY'`)
    expect(rows).toEqual([{ last_used_at: expect.any(Date) }])
  })

  it('slows an address that sends bad keys, not the good ones behind it', async () => {
    const good = await server.createKey()
    expect((await call(server, 'keys.list', { key: good })).status).toBe(200)
    const answers = []
    for (let count = 0; count < 7; count += 1) answers.push(await call(server, 'keys.list', { key: makeApiKey() }))
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(answers.at(-1)?.code).toBe('RATE_LIMITED')
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(server, 'keys.list', { key: good })).status).toBe(200)
  })

  it('never lets a bad key pass by a good cookie', async () => {
    const operator = await server.createOperator('admin')
    const answer = await call(server, 'viewer.get', { cookie: operator.cookie, headers: { authorization: 'Basic x' } })
    expect([answer.status, answer.code]).toEqual([401, 'UNAUTHENTICATED'])
  })
})
