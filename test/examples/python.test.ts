import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

const scope = { tenant: 'acme', subject: 'python' }

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Run {
  code: number
  output: string
  errors: string
}

function python(question: string, env: Record<string, string>): Promise<Run> {
  const all = { ...process.env, LOCI_TENANT: scope.tenant, LOCI_SUBJECT: scope.subject, ...env }
  return new Promise((resolve) => {
    execFile('python3', ['docs/examples/python/agent.py', question], { env: all }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: output.trim(), errors: errors.trim() })
    })
  })
}

// Where there is no python3 of version 3.9 or later, this suite is left out and says so.
// An interpreter takes seconds to start where much else runs.
describe.runIf(hasPython())('the example in Python', { timeout: 60_000 }, () => {
  let server: TestServer
  let env: Record<string, string>
  beforeAll(async () => {
    server = await testServer()
    env = { LOCI_URL: server.url, LOCI_API_KEY: await server.createKey({ kind: 'scope', ...scope }) }
  })
  afterAll(() => server.close())

  it('remembers from run to run, and stores what is new once', async () => {
    const first = await python('Where is order 5531?', env)
    expect(first).toEqual({ code: 0, output: 'Order 5531 is on its way.', errors: 'remembered 0, stored 4 new' })
    const second = await python('What did I ask before?', env)
    expect(second).toEqual({
      code: 0,
      output: 'You asked before: Where is order 5531?.',
      errors: 'remembered 4, stored 2 new',
    })
    const key = env.LOCI_API_KEY ?? ''
    const read = await post(server, '/memory/read', { key, body: { sessionId: 'python-example', scope } })
    expect(read.body).toMatchObject({ messages: { length: 6 }, window: { totalMessages: 6 } })
  })

  it('says what was refused, by its code', async () => {
    const refused = await python('Hello', { ...env, LOCI_API_KEY: 'loci_nonsense' })
    expect([refused.code, refused.output]).toEqual([1, ''])
    expect(refused.errors).toMatch(/^UNAUTHENTICATED: This API key is not valid\. \(request [\da-f-]{36}\)$/)
  })

  it('tries again what is worth it, and stores nothing twice', async () => {
    // A proxy that loses the first answer of each kind after the server has worked.
    const lost = new Set<string>()
    const proxy = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { authorization = '' } = request.headers
      const answer = await fetch(`${server.url}${request.url}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      })
      const text = await answer.text()
      const isLost = !lost.has(request.url ?? '')
      lost.add(request.url ?? '')
      response.writeHead(isLost ? 503 : answer.status, { 'content-type': isLost ? 'text/html' : 'application/json' })
      response.end(isLost ? '<h1>Try later</h1>' : text)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    // A server that listens on TCP has such an address.
    const { port } = proxy.address() as AddressInfo
    const own = { ...env, LOCI_URL: `http://127.0.0.1:${port}`, LOCI_SESSION: 'lossy' }
    const run = await python('Where is order 7?', own)
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    expect(run).toEqual({ code: 0, output: 'Order 7 is on its way.', errors: 'remembered 0, stored 4 new' })
    expect([...lost].sort()).toEqual(['/api/v1/memory/read', '/api/v1/memory/write'])
    const key = env.LOCI_API_KEY ?? ''
    const read = await post(server, '/memory/read', { key, body: { sessionId: 'lossy', scope } })
    expect(read.body).toMatchObject({ window: { totalMessages: 4 } })
  })
})
