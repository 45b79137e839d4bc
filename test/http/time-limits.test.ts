import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drain } from '../../server/http/drain'
import { listen } from '../../server/http/listen'
import { StartupError } from '../../server/startup-error'
import { call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ requestLimitMs: 300 })
})
afterAll(() => server.close())

describe('time', () => {
  it('that runs out for a call is told as UNAVAILABLE, while others are served', async () => {
    const { cookie } = await server.createOperator('admin')
    const holder = await server.services.database.pools.background.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE')
      const answer = await call(server, 'keys.list', { cookie })
      expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1'])
      expect((await send(server, '/api/health/ready')).status).toBe(200)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect((await call(server, 'keys.list', { cookie })).status).toBe(200)
  })
})

describe('the HTTP server', () => {
  it('names a taken port in one line', async () => {
    const { port } = new URL(server.url)
    const refused = listen(http.createServer(), { host: '127.0.0.1', port: Number(port) })
    await expect(refused).rejects.toThrow(StartupError)
    await expect(refused).rejects.toThrow(new RegExp(`^Port ${port} is taken: .*PORT=${Number(port) + 1} npm start`))
  })

  it('lets a running request end before it stops, and takes no new one', async () => {
    let finish: (() => void) | undefined
    const started = withResolvers()
    const other = http.createServer((_request, response) => {
      finish = () => response.end('whole')
      started.resolve()
    })
    const port = await listen(other, { host: '127.0.0.1', port: 0 })
    const running = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
    await started.promise
    const stopped = drain(other)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    finish?.()
    expect(await running).toBe('whole')
    await stopped
    expect(other.listening).toBe(false)
  })
})

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((given) => {
    resolve = given
  })
  return { promise, resolve }
}
