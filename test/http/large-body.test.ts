import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { type TestServer, testServer } from '../support/server'

const MIB = 1024 * 1024
let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

describe('a body', () => {
  it('of 1 MiB is read, of one byte more is refused', async () => {
    const wrap = (length: number) => `{"id":"${'x'.repeat(length - 9)}"}`
    const fits = await call(server, 'keys.revoke', { key, body: wrap(MIB) })
    expect([fits.status, fits.code]).toEqual([400, 'INVALID_INPUT'])
    const over = await call(server, 'keys.revoke', { key, body: wrap(MIB + 1) })
    expect([over.status, over.code, over.headers.get('connection')]).toEqual([413, 'TOO_LARGE', 'close'])
  })

  it('may be 32 MiB where messages come, for callers that are known', async () => {
    const body = `{"nonsense":"${'x'.repeat(2 * MIB)}"}`
    expect((await call(server, 'memory.write', { key, body })).code).toBe('INVALID_INPUT')
    expect((await call(server, 'memory.write', { body })).code).toBe('TOO_LARGE')
  })

  it('that is announced too large is refused before it comes', async () => {
    const since = performance.now()
    const { status, text } = await stream(32 * MIB + 1, { sends: 0 })
    expect([status, JSON.parse(text).error.data.code]).toEqual([413, 'TOO_LARGE'])
    expect(performance.now() - since).toBeLessThan(2000)
  })

  it('without a length is cut off at the limit and not held in memory', async () => {
    const before = process.memoryUsage().arrayBuffers
    const { status, text } = await stream(undefined, { sends: 200 * MIB })
    expect([status, JSON.parse(text).error.data.code]).toEqual([413, 'TOO_LARGE'])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120 * MIB)
  })
})

/** A body that goes on and on, until the server answers. */
function stream(length: number | undefined, { sends }: { sends: number }): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const request = httpRequest(`${server.url}/api/trpc/memory.write`, {
      method: 'POST',
      headers: length === undefined ? headers : { ...headers, 'content-length': length },
    })
    let hasAnswer = false
    request.on('response', (response) => {
      hasAnswer = true
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, text })
      })
    })
    request.on('error', (error) => {
      if (!hasAnswer) reject(error)
    })
    request.flushHeaders()
    const chunk = Buffer.alloc(MIB, 0x20)
    let left = sends
    const write = () => {
      while (left > 0 && !hasAnswer) {
        left -= chunk.length
        if (!request.write(chunk)) {
          request.once('drain', write)
          return
        }
      }
    }
    write()
  })
}
