import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { send } from '../support/call'
import { post } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
const open: Client[] = []
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})
afterAll(() => server.close())

type Era = 'modern' | 'legacy'
const eras: Era[] = ['modern', 'legacy']
const scope = { tenant: 'acme', subject: 'mcp' }
const messages = [
  { role: 'user', content: 'Is the lighthouse open?' },
  { role: 'assistant', content: 'Until six.' },
]

/** The protocol's own client, of today's revision or of the one before. */
async function connect(apiKey: string, era: Era = 'modern'): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } })
  open.push(client)
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { requestInit }))
  return client
}

const textOf = ({ content }: CallToolResult) => content.map((part) => (part.type === 'text' ? part.text : '')).join('')
const codeOf = (result: CallToolResult) => {
  expect(result.isError).toBe(true)
  const error = JSON.parse(textOf(result))
  expect(result._meta?.['loci/error']).toEqual(error)
  return error.code
}

describe('/api/mcp', () => {
  it.each(eras)('offers five tools, described, to a client of the %s revision', async (era) => {
    const client = await connect(key, era)
    expect(client.getServerVersion()).toMatchObject({ name: 'loci' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'memory_read',
      'memory_write',
      'search',
      'threads_list',
      'thread_fork',
    ])
    for (const tool of tools) {
      expect(tool.description?.length).toBeGreaterThan(60)
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(tool.outputSchema).toMatchObject({ type: 'object' })
      expect(JSON.stringify(tool)).not.toContain('$ref')
      const isReading = !['memory_write', 'thread_fork'].includes(tool.name)
      expect(tool.annotations).toMatchObject({
        readOnlyHint: isReading,
        idempotentHint: isReading,
        destructiveHint: false,
        openWorldHint: false,
      })
    }
  })

  it.each(eras)('writes, reads, finds, lists and forks with a client of the %s revision', async (era) => {
    const client = await connect(key, era)
    // The client compares each answer with the tool's own output schema, which it has from the list.
    await client.listTools()
    const own = { tenant: `mcp-${era}`, subject: 'user-1' }
    const use = async (name: string, more: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: { scope: own, ...more } })
      expect([name, result.isError ?? false, textOf(result)]).toEqual([name, false, expect.any(String)])
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
      return result.structuredContent
    }
    expect(await use('memory_write', { sessionId: 's', messages })).toMatchObject({ appended: 2 })
    const read = await use('memory_read', { sessionId: 's' })
    expect(read).toMatchObject({ messages, readId: expect.any(String) })
    expect(await use('search', { query: 'lighthouse' })).toMatchObject({ items: [{ threadId: 's', seq: 1 }] })
    expect(await use('threads_list', {})).toMatchObject({ items: [{ threadId: 's', messageCount: 2 }] })
    expect(await use('thread_fork', { fromThreadId: 's', threadId: 'fork' })).toMatchObject({ messages: 2 })
    expect(await use('threads_list', {})).toMatchObject({ items: [{}, {}] })
  })

  it('M2: stores the very text of a message, and hands it out', async () => {
    const message = '{ "role":"user","2":"two","a":12345678901234567890,"1":0.10,"content":"half \\ud800 and \\u0000" }'
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_write","arguments":{"sessionId":"exact","scope":{"tenant":"acme","subject":"mcp"},"messages":[ ${message} ]}}}`
    const headers = { accept: 'application/json, text/event-stream' }
    const written = await send(server, '/api/mcp', { key, body, headers })
    expect([written.status, written.text]).toEqual([200, expect.stringContaining('\\"appended\\":1')])
    const read = await post(server, '/memory/read', { key, body: { sessionId: 'exact', scope } })
    const stored = message.slice(2)
    expect(read.text).toContain(stored)
    const client = await connect(key)
    const again = await client.callTool({ name: 'memory_read', arguments: { sessionId: 'exact', scope } })
    expect(textOf(again)).toContain(stored)
  })

  it('tells what is wrong as the result of the tool, typed, with the request id', async () => {
    const client = await connect(key)
    const use = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })
    expect(codeOf(await use('memory_read', {}))).toBe('INVALID_INPUT')
    expect(codeOf(await use('memory_read', { sessionId: 's', scope: '*' }))).toBe('INVALID_INPUT')
    expect(codeOf(await use('memory_read', { sessionId: 's', scope, nonsense: 1 }))).toBe('INVALID_INPUT')
    expect(codeOf(await use('thread_fork', { fromThreadId: 'nowhere', threadId: 'x', scope }))).toBe('NOT_FOUND')
    expect(codeOf(await use('keys_create', {}))).toBe('NOT_FOUND')
    expect(codeOf(await use('__proto__', {}))).toBe('NOT_FOUND')
    const result = await use('thread_fork', { fromThreadId: 'nowhere', threadId: 'x', scope })
    expect(JSON.parse(textOf(result))).toEqual({
      code: 'NOT_FOUND',
      message: 'No such thread in this scope.',
      retryable: false,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      retryAfterMs: null,
    })
  })

  it('S2: enforces what a key may do and see', async () => {
    await post(server, '/memory/write', { key, body: { sessionId: 'secret', scope, messages } })
    const foreign = await connect(await server.createKey({ kind: 'tenant', tenant: 'globex' }))
    for (const [name, input] of Object.entries({
      memory_read: { sessionId: 'secret' },
      memory_write: { sessionId: 'secret', messages },
      search: { query: 'lighthouse' },
      threads_list: {},
      thread_fork: { fromThreadId: 'secret', threadId: 'stolen' },
    })) {
      const covered = await foreign.callTool({ name, arguments: { ...input, scope } })
      expect([name, codeOf(covered)]).toEqual([name, 'FORBIDDEN'])
      expect(JSON.stringify(covered)).not.toContain('lighthouse')
      expect(codeOf(await foreign.callTool({ name, arguments: input }))).toBe('INVALID_INPUT')
    }
    const everywhere = { query: 'lighthouse', scopePattern: { all: true } }
    expect(codeOf(await foreign.callTool({ name: 'search', arguments: everywhere }))).toBe('FORBIDDEN')

    const reader = await connect(await server.createKey({ kind: 'scope', ...scope }, ['read']))
    const { tools } = await reader.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['memory_read', 'search', 'threads_list'])
    const refused = await reader.callTool({ name: 'memory_write', arguments: { sessionId: 's', messages } })
    expect(codeOf(refused)).toBe('FORBIDDEN')
    const read = await reader.callTool({ name: 'memory_read', arguments: { sessionId: 'secret' } })
    expect(read.structuredContent).toMatchObject({ messages })
  })

  it('refuses a key as soon as it is revoked, in the middle of a client’s work', async () => {
    const made = await post(server, '/keys', { key, body: { name: 'brief', reach: { kind: 'scope', ...scope } } })
    const { key: brief, view } = made.body as { key: string; view: { id: string } }
    const client = await connect(brief)
    expect((await client.callTool({ name: 'threads_list', arguments: {} })).isError ?? false).toBe(false)
    await send(server, `/api/v1/keys/${view.id}`, { key, method: 'DELETE' })
    // A key that was looked up is believed for 0.9 seconds.
    await expect
      .poll(
        () =>
          client.callTool({ name: 'threads_list', arguments: {} }).then(
            () => 'works',
            () => 'refused',
          ),
        {
          timeout: 3_000,
        },
      )
      .toBe('refused')
    await expect(connect(brief)).rejects.toThrow()
  })

  it('takes keys alone: no nobody, no cookie, no other key', async () => {
    const { cookie } = await server.createOperator('admin')
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const init of [{}, { cookie }, { key: 'nonsense' }]) {
      const answer = await send(server, '/api/mcp', { ...init, body })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('x-request-id')).toBeTruthy()
      expect(JSON.parse(answer.text)).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { data: { code: 'UNAUTHENTICATED', requestId: answer.headers.get('x-request-id') } },
      })
    }
    const bare = await send(server, '/api/mcp', { body })
    expect(bare.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('refuses pages of other sites, also with a key, and other methods', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await send(server, '/api/mcp', { key, body, headers })
      expect([answer.status, JSON.parse(answer.text).error.data.code]).toEqual([403, 'FORBIDDEN'])
    }
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await send(server, '/api/mcp', { key, method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
  })

  it('holds no connection open for a client that would wait', async () => {
    const client = await connect(key)
    await expect(client.listen({ toolsListChanged: true }, { timeout: 5_000 })).rejects.toThrow(/limit reached/)
  })

  it('answers malformed requests in the language of the protocol, and never with a fault of ours', async () => {
    const headers = { accept: 'application/json, text/event-stream' }
    const bodies: unknown[] = [
      '',
      '{',
      'null',
      '1',
      '"x"',
      '{}',
      '[]',
      [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
      { jsonrpc: '1.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'no/such' },
      { jsonrpc: '2.0', id: {}, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: [] } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: {} } } },
      { jsonrpc: '2.0', id: 1, result: {} },
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":${'['.repeat(40)}${']'.repeat(40)}}}}`,
      new Uint8Array([0x7b, 0xff, 0x7d]),
    ]
    for (const body of bodies) {
      const answer = await send(server, '/api/mcp', { key, headers, body: body as string })
      expect([body, answer.status < 500, answer.text.includes('node_modules')]).toEqual([body, true, false])
    }
    const form = await send(server, '/api/mcp', { key, body: 'a=b', headers: { 'content-type': 'text/plain' } })
    expect(form.status).toBe(415)
  })

  it('takes a large body from a key, and no more than 32 MiB', async () => {
    const client = await connect(key)
    const large = { sessionId: 'large', scope, messages: [{ role: 'user', content: 'x'.repeat(3 * 1024 * 1024) }] }
    const written = await client.callTool({ name: 'memory_write', arguments: large })
    expect(written.structuredContent).toMatchObject({ appended: 1 })
    const body = `"${'x'.repeat(32 * 1024 * 1024)}"`
    const refused = await send(server, '/api/mcp', { key, body })
    expect([refused.status, JSON.parse(refused.text).error.data.code]).toEqual([413, 'TOO_LARGE'])
  })
})
