import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ERROR_CODES, LociError } from '../../server/errors'
import { errorEnvelope, failureOf } from '../../server/http/answer'
import { createLog } from '../../server/telemetry/log'
import { call } from '../support/call'
import { type TestServer, testServer } from '../support/server'

const SECRET = 'canary-4711'
const lines: string[] = []
let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer({
    log: await createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } }),
  })
  key = await server.createKey()
})
afterAll(() => server.close())
afterEach(() => {
  vi.restoreAllMocks()
  lines.length = 0
})

const failWith = (error: Error) => {
  const { application } = server.services.database.pools
  const real = application.query.bind(application)
  vi.spyOn(application, 'query').mockImplementation(((...given: Parameters<typeof real>) => {
    const text = typeof given[0] === 'string' ? given[0] : ''
    return text.includes('FROM api_key ORDER BY') ? Promise.reject(error) : real(...given)
  }) as typeof application.query)
}

describe('errors', () => {
  it('that nobody knows are INTERNAL with a fixed text, without stack, SQL or what was stored', async () => {
    failWith(new Error(`relation "api_key" of postgres://user:${SECRET}@host/db`))
    const answer = await call(server, 'keys.list', { key })
    expect([answer.status, answer.code, answer.message]).toEqual([500, 'INTERNAL', 'Something went wrong on our side.'])
    expect(answer.text).not.toMatch(/canary|api_key|postgres|stack|\.ts|node_modules|\n/)
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.level === 'error')
    expect(logged).toMatchObject({
      code: 'INTERNAL',
      status: 500,
      procedure: 'keys.list',
      requestId: answer.headers.get('x-request-id'),
      error: { name: 'Error', at: [expect.stringContaining('errors.test.ts'), ...Array(7).fill(expect.any(String))] },
    })
    expect(lines.join('')).not.toContain(SECRET)
  })

  it('of the database are typed, and say when to come again', async () => {
    failWith(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    const answer = await call(server, 'keys.list', { key })
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1'])
    expect(JSON.parse(answer.text).error.data).toMatchObject({ retryable: true, retryAfterMs: 1000 })
  })

  it('of callers stand in the log for debugging only, by code, without what was sent', async () => {
    await call(server, 'keys.revoke', { key, body: { id: SECRET } })
    await call(server, `no.${SECRET}`, { key })
    await call(server, 'keys.list', { key: SECRET })
    const levels = lines.map((line) => JSON.parse(line)).filter((line) => line.code !== undefined)
    expect(levels.map((line) => [line.level, line.code])).toEqual([
      ['debug', 'INVALID_INPUT'],
      ['debug', 'NOT_FOUND'],
      ['debug', 'UNAUTHENTICATED'],
    ])
    expect(lines.join('')).not.toContain(SECRET)
    expect(lines.join('')).not.toContain(key)
  })

  it('do not touch what every object inherits', async () => {
    const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    await call(server, 'keys.create', { key, body })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('have one shape, and a status for each code of the closed list', () => {
    const statuses = ERROR_CODES.map((code) => failureOf(new LociError(code, 'x')).status)
    expect(statuses).toEqual([401, 403, 404, 400, 409, 413, 429, 503, 500])
    const failure = failureOf(new LociError('RATE_LIMITED', 'Wait.', { retryAfterMs: 1500 }))
    expect(JSON.parse(errorEnvelope(failure, { requestId: 'r', path: 'a.b' }))).toEqual({
      error: {
        message: 'Wait.',
        code: -32029,
        data: {
          code: 'RATE_LIMITED',
          retryable: true,
          requestId: 'r',
          retryAfterMs: 1500,
          httpStatus: 429,
          path: 'a.b',
        },
      },
    })
  })
})

describe('the log', () => {
  it('keeps the fields that are on its list, and no message of an unknown error', async () => {
    const written: string[] = []
    const log = await createLog({ destination: { write: (line) => void written.push(line) } })
    log.info({ requestId: 'r', message: SECRET, key: SECRET, cookie: SECRET, nested: { text: SECRET } }, 'said')
    log.error(new Error(SECRET, { cause: new SyntaxError(SECRET) }), 'failed')
    log.error(new Error(SECRET))
    log.warn({ err: new Error(SECRET) }, 'line\nbreak')
    expect(written.join('')).not.toContain(SECRET)
    expect(written.map((line) => line.trim().split('\n').length)).toEqual([1, 1, 1, 1])
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', requestId: 'r', msg: 'said' })
    expect(JSON.parse(written[1] ?? '')).toMatchObject({
      msg: 'failed',
      error: { name: 'Error', cause: { name: 'SyntaxError' } },
    })
  })

  it('is the one the services take', async () => {
    expect(typeof (await createLog({ level: 'silent' })).child).toBe(typeof pino({ level: 'silent' }).child)
  })
})
