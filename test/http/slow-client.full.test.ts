import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('a client that dribbles', () => {
  it.each([
    'GET /api/health/live HTTP/1.1\r\nhost: x\r\nx-slow: ',
    'POST /api/trpc/setup.state HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{',
  ])(
    'is cut off within 40 seconds, and others do not notice',
    async (start) => {
      const since = performance.now()
      const cut = dribble(start)
      expect((await send(server, '/api/health/live')).status).toBe(200)
      expect(await cut).toMatch(/^HTTP\/1.1 408 /)
      expect(performance.now() - since).toBeLessThan(40_000)
    },
    60_000,
  )
})

/** One byte a second, until the server has had enough. */
function dribble(start: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const { hostname, port } = new URL(server.url)
    const socket = createConnection(Number(port), hostname, () => socket.write(start))
    const timer = setInterval(() => socket.write('x'), 1000)
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(text)
    })
  })
}
