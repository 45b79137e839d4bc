import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { createApiKeys } from '../server/auth/api-keys'
import { createAttemptLimits } from '../server/auth/attempt-limits'
import { createOperators } from '../server/auth/operators'
import { openDatabase } from '../server/database/open'
import { readEnvironment } from '../server/env'
import { createLociServer } from '../server/http/create-server'
import { listen } from '../server/http/listen'
import { writeJson } from '../server/json-text'
import { createModels } from '../server/models/models'
import type { ServiceContext } from '../server/services/context'
import { createServices } from '../server/services/create-services'
import { createKey } from '../server/services/keys/create-key'
import { readMemory } from '../server/services/memory/read-memory'
import { writeMemory } from '../server/services/memory/write-memory'
import { bareAppend, bareRead, fillThread } from './bare-sql'
import { compare, type Variant } from './compare'

// What memory.read and memory.write cost beside the same work in bare pg, in one run on one database, interleaved.
// npm run bench [-- --rounds 5 --milliseconds 1500]

const SHORT = 50
const LONG = 10_000
const WINDOW = { strategy: 'buffer', maxMessages: 20 } as const
const scope = { tenant: 'bench', subject: 'reader' }

const dataDir = mkdtempSync(join(tmpdir(), 'loci-bench-'))
const log = pino({ level: 'silent' })
const quiet = { info: () => {}, warn: (message: string) => console.warn(message) }
const database = await openDatabase(readEnvironment({ LOCI_DATA_DIR: dataDir, PORT: '0' }), quiet)
const services = createServices({
  database,
  secret: 'a secret of the bench, long enough to be one',
  models: createModels({ baseUrl: undefined, apiKey: undefined, summary: undefined, embedding: undefined }),
  log,
})
const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 20 })
const ctx: ServiceContext = { ...services, principal: { kind: 'system' }, requestId: 'bench' }

try {
  const { key } = await createKey(ctx, { name: 'bench', reach: { kind: 'all' }, rights: ['read', 'write'], agents: [] })
  const threads = {
    short: await fillThread(ctx, owner, { scope, threadId: 'short', messages: SHORT }),
    long: await fillThread(ctx, owner, { scope, threadId: 'long', messages: LONG }),
  }
  await database.pools.application.query('SELECT 1')
  const { setWindow } = await import('../server/services/agents/set-window')
  await setWindow(ctx, { app: true, window: WINDOW })

  const server = createLociServer({
    services,
    apiKeys: createApiKeys({ pool: database.pools.application, log }),
    operators: createOperators({ pool: database.pools.application, secret: 'bench', log }),
    limits: createAttemptLimits(),
    development: false,
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  const bare = createServer((_, response) => {
    bareRead(owner, threads.short).then((rows) => {
      response.setHeader('content-type', 'application/json')
      response.end(`{"result":{"data":{"messages":[${rows.map((row) => row.raw).join(',')}]}}}`)
    })
  })
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  // The server's address is a port on this machine.
  const barePort = (bare.address() as AddressInfo).port
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  const post = (to: number, path: string, body: string) =>
    new Promise<void>((resolve, reject) => {
      const sent = httpRequest(
        {
          agent,
          host: '127.0.0.1',
          port: to,
          path,
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume()
          response.once('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`${path} answered ${response.statusCode}`)),
          )
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })

  const turn = (mark: string) => [
    { role: 'user' as const, content: `Where is parcel ${mark}? It should have come yesterday before noon.` },
    {
      role: 'assistant' as const,
      content: null,
      toolCalls: [{ id: `c-${mark}`, name: 'parcel_find', arguments: { parcel: mark } }],
    },
    { role: 'tool' as const, toolCallId: `c-${mark}`, content: `{"parcel":"${mark}","state":"in transit","depot":3}` },
    { role: 'assistant' as const, content: `Parcel ${mark} is on its way and will arrive today before eight.` },
  ]
  let made = 0
  const mark = () => `${made++}`
  // Each client appends to a thread of its own, as a conversation would.
  const own = await Promise.all(
    Array.from({ length: 8 }, (_, client) =>
      fillThread(ctx, owner, { scope: { ...scope, subject: `w${client}` }, threadId: 'own', messages: 4 }),
    ),
  )
  const ownOf = (client: number) => own[client % own.length] ?? threads.short

  const appendBody = (client: number) =>
    JSON.stringify({
      sessionId: 'http',
      scope: { tenant: 'bench', subject: `h${client}` },
      messages: turn(mark()),
      mode: 'append',
      idempotencyKey: uuidv7(),
    })
  const readBody = (threadId: string) => JSON.stringify({ sessionId: threadId, scope })

  const appends: Variant[] = [
    { name: 'b  bare pg', run: (client) => bareAppend(owner, ownOf(client), turn(mark())) },
    {
      name: 'c  service',
      run: async (client) => {
        await writeMemory(ctx, {
          sessionId: 'service',
          scope: { tenant: 'bench', subject: `s${client}` },
          messages: turn(mark()),
          mode: 'append',
          idempotencyKey: uuidv7(),
        })
      },
    },
    { name: 'd  HTTP API', run: (client) => post(port, '/api/trpc/memory.write', appendBody(client)) },
  ]
  const reads: Variant[] = [
    { name: 'b  bare pg, 50', run: async () => void (await bareRead(owner, threads.short)) },
    { name: `b  bare pg, ${LONG}`, run: async () => void (await bareRead(owner, threads.long)) },
    {
      name: 'c  service, 50',
      run: async () => void writeJson(await readMemory(ctx, { sessionId: 'short', scope })),
    },
    {
      name: `c  service, ${LONG}`,
      run: async () => void writeJson(await readMemory(ctx, { sessionId: 'long', scope })),
    },
    { name: 'd  HTTP API, 50', run: () => post(port, '/api/trpc/memory.read', readBody('short')) },
    { name: 'e  bare HTTP over (b), 50', run: () => post(barePort, '/', readBody('short')) },
  ]
  for (const clients of [1, 8]) {
    await compare({
      title: `append a turn of four messages, ${clients} client(s)`,
      variants: appends,
      clients,
      base: 0,
    })
    await compare({ title: `read the last 20, ${clients} client(s)`, variants: reads, clients, base: 0 })
  }
  agent.destroy()
  server.close()
  bare.close()
} finally {
  await services.accessClock.stop()
  await owner.end()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}
