import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type CallInit, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

/** What a browser says that visits a page. */
const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
const longAddress = `/threads?q=${'long+'.repeat(1500)}`

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    pages: async ({ url }, response) => {
      if (url === '/breaks') throw new Error('a secret of the renderer')
      response.end('a page')
    },
  })
})
afterAll(() => server.close())

const visitTo = (path: string, init: CallInit = {}) =>
  send(server, path, { ...init, headers: { ...visit, ...init.headers } })
const headingOf = ({ text }: Pick<Answer, 'text'>) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]

describe('what the gate refuses to a person', () => {
  it('B125: an address that is too long is a page that says so and leads on', async () => {
    const answer = await visitTo(longAddress)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([414, 'text/html; charset=utf-8'])
    expect(headingOf(answer)).toBe('This address is too long')
    expect(answer.text).toContain('<title>This address is too long · Loci</title>')
    expect(answer.text).toMatch(/<a [^>]*href="\/threads"[^>]*>Go to threads<\/a>/)
    expect(answer.text).not.toContain('long+')
  })

  it('says what is wrong in words of its own for each kind', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
    const seen = [
      await visitTo('//other.example/'),
      await visitTo('/threads', { method: 'POST', body: '{}' }),
      await visitTo('/threads', { headers: crossSite }),
      await visitTo('/breaks'),
    ].map((answer) => [answer.status, headingOf(answer)])
    expect(seen).toEqual([
      [400, 'This address cannot be read'],
      [405, 'This address is only for reading'],
      [403, 'Another site asked for this page'],
      [500, 'The page could not be shown'],
    ])
  })

  it('names the request of a failure, never its cause', async () => {
    const answer = await visitTo('/breaks')
    expect(answer.text).toContain(answer.headers.get('x-request-id') ?? 'none')
    expect(answer.text).not.toContain('secret')
  })

  it('lets nothing run or load but its own styles, by a nonce that is new each time', async () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 10; count += 1) {
      const { headers, text } = await visitTo(longAddress)
      const policy = headers.get('content-security-policy') ?? ''
      const nonce = /style-src 'nonce-([\w+/=]+)'/.exec(policy)?.[1] ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('script-src')
      expect(text).toContain(`<style nonce="${nonce}">`)
      expect(headers.get('cache-control')).toBe('private, no-store')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(10)
  })

  it('wears the theme that the person chose', async () => {
    const themeOf = async (cookie?: string) => {
      const { text } = await visitTo(longAddress, { headers: cookie === undefined ? {} : { cookie } })
      return /<html lang="en"(?: data-theme="(\w+)")?>/.exec(text)?.[1]
    }
    expect(await themeOf()).toBeUndefined()
    expect(await themeOf('a=b; loci-theme=dark')).toBe('dark')
    expect(await themeOf('loci-theme=light; a=b')).toBe('light')
    expect(await themeOf('loci-theme="><script>')).toBeUndefined()
  })

  it('has the colours of the desk', async () => {
    const tokens = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8')
    const used = [...(await visitTo(longAddress)).text.matchAll(/--color-[\w-]+: [^;]+;/g)]
    expect(used.length).toBeGreaterThan(4)
    for (const [declaration] of used) expect(tokens).toContain(declaration)
  })

  it('is JSON for programs, and for each address of the API', async () => {
    for (const [path, headers] of [
      [longAddress, { accept: '*/*' }],
      [longAddress, {}],
      [`/api/trpc/setup.state?input=${'x'.repeat(2100)}`, visit],
      [`/api/v1/threads?q=${'x'.repeat(2100)}`, visit],
      ['/api/nothing', visit],
    ] as const) {
      const answer = await send(server, path, { headers })
      expect([path, answer.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8'])
    }
  })

  it('has no body where only the head is asked for', async () => {
    const answer = await visitTo(longAddress, { method: 'HEAD' })
    expect([answer.status, answer.text]).toEqual([414, ''])
  })

  it('is a page as well where the address alone is more than all headers may be', async () => {
    const longest = `/threads?q=${'x'.repeat(20_000)}`
    const page = await raw(`GET ${longest} HTTP/1.1\r\nhost: x\r\nAccept: text/html,*/*\r\n\r\n`)
    expect(page).toMatch(/^HTTP\/1.1 431 /)
    expect(page).toContain('content-type: text/html; charset=utf-8')
    expect(page).toContain('x-frame-options: DENY')
    expect(page.match(/content-security-policy:/g)).toHaveLength(1)
    expect(headingOf({ text: page })).toBe('This address is too long')
    for (const start of [`GET ${longest} HTTP/1.1\r\n`, `GET /api/v1${longest} HTTP/1.1\r\naccept: text/html\r\n`]) {
      expect(await raw(`${start}host: x\r\n\r\n`)).toContain('"code":"INVALID_INPUT"')
    }
  })
})

/** What the server says to this text until it hangs up. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
