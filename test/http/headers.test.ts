import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

const seen: { policy: unknown; nonce: unknown; subrequest: unknown; forwarded: unknown; action: unknown }[] = []
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    pages: async ({ headers, url }, response) => {
      seen.push({
        policy: headers['content-security-policy'],
        nonce: headers['x-nonce'],
        subrequest: headers['x-middleware-subrequest'],
        forwarded: headers['x-forwarded-proto'],
        action: headers['next-action'],
      })
      response.setHeader('cache-control', 's-maxage=31536000')
      if (url === '/missing') response.statusCode = 404
      if (url === '/_next/static/chunks/0a1b2c.js') response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end('a page')
    },
  })
})
afterAll(() => server.close())

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'private, no-store',
}

describe('headers', () => {
  it('stand on every answer, refused and unknown ones too', async () => {
    const answers = [
      await send(server, '/'),
      await send(server, '/missing'),
      await send(server, '/', { method: 'POST', body: '{}' }),
      await send(server, '/api/nothing'),
      await send(server, '/api/health/live'),
      await send(server, '/api/trpc/setup.state'),
      await call(server, 'keys.list'),
      await call(server, 'keys.list', { key: 'not a key' }),
      await send(server, '/api/auth/get-session'),
      await send(server, `/${'x'.repeat(3000)}`),
    ]
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject(everywhere)
      expect(headers.get('x-request-id')).toBeTruthy()
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  it('let pages run only scripts with a nonce that is new for each answer', async () => {
    seen.length = 0
    const nonces = new Set<string>()
    for (let count = 0; count < 50; count += 1) {
      const policy = (await send(server, '/')).headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'self' 'nonce-([\w+/=]+)'/.exec(policy)?.[1]
      expect(seen.at(-1)).toMatchObject({ policy, nonce })
      expect(policy).not.toContain('unsafe-eval')
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline')
      expect(policy).toContain("object-src 'none'")
      nonces.add(nonce ?? '')
    }
    expect(nonces.size).toBe(50)
  })

  it('of a request that only we may set never reach the pages', async () => {
    await send(server, '/', {
      headers: {
        'x-middleware-subrequest': 'middleware',
        'x-nonce': 'mine',
        'content-security-policy': "script-src 'nonce-mine'",
        'x-forwarded-proto': 'https',
        'next-action': 'abc',
      },
    })
    const last = seen.at(-1)
    expect(last).toMatchObject({ subrequest: undefined, forwarded: undefined, action: undefined })
    expect(JSON.stringify(last)).not.toContain('mine')
  })

  it('let only files with a hash in their name be kept', async () => {
    const file = await send(server, '/_next/static/chunks/0a1b2c.js')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await send(server, '/_next/static/missing')).headers.get('cache-control')).not.toContain('s-maxage')
  })

  it('stand on what never became a request', async () => {
    const { port } = new URL(server.url)
    for (const [bytes, status] of [
      [`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['NONSENSE\r\n\r\n', 400],
    ] as const) {
      const text = await raw(Number(port), bytes)
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(text).toContain('x-content-type-options: nosniff')
      expect(text).toContain('"code":"INVALID_INPUT"')
    }
  })

  it('open no WebSocket', async () => {
    const { port } = new URL(server.url)
    const upgrade =
      'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=='
    expect(await raw(Number(port), `GET /_next/hmr HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${upgrade}\r\n\r\n`)).toBe('')
  })
})

/** What the server says to these bytes until it hangs up. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
