import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createApiKeys } from '../server/auth/api-keys'
import { createAttemptLimits } from '../server/auth/attempt-limits'
import { createOperators } from '../server/auth/operators'
import { openDatabase } from '../server/database/open'
import { readEnvironment } from '../server/env'
import { createLociServer } from '../server/http/create-server'
import { listen } from '../server/http/listen'
import { createModels } from '../server/models/models'
import { setWindow } from '../server/services/agents/set-window'
import type { ServiceContext } from '../server/services/context'
import { createServices } from '../server/services/create-services'
import { createKey } from '../server/services/keys/create-key'
import { bareRead } from './bare-sql'
import type { BareThread } from './threads'

export interface BenchProduct {
  readonly ctx: ServiceContext
  /** Connections of the owner, past row-level security, as a program of its own would have them. */
  readonly owner: pg.Pool
  /** The product's own connections: behind row-level security. */
  readonly application: pg.Pool
  readonly ownerUrl: string
  /** Calls a procedure over HTTP with a real key; rejects unless the answer is 200. */
  call(path: string, body: string): Promise<void>
  /** Starts a bare Node server that answers every request with the last 20 of a thread. */
  bareServer(thread: BareThread, write: (rows: { raw: string }[]) => string): Promise<(body: string) => Promise<void>>
  stop(): Promise<void>
}

/** The product without pages, on an embedded database of its own, with the last 20 messages as the window of all agents. */
export async function startProduct(): Promise<BenchProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loci-bench-'))
  const log = pino({ level: 'silent' })
  const quiet = { info: () => {}, warn: (message: string) => console.warn(message) }
  const database = await openDatabase(readEnvironment({ LOCI_DATA_DIR: dataDir, PORT: '0' }), quiet)
  const pool = database.pools.application
  const services = createServices({
    database,
    secret: 'a secret of the bench, long enough to be one',
    models: createModels({ baseUrl: undefined, apiKey: undefined, summary: undefined, embedding: undefined }),
    log,
  })
  const ctx: ServiceContext = { ...services, principal: { kind: 'system' }, requestId: 'bench' }
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 20 })
  // It loses its connections when the database stops.
  owner.on('error', () => {})
  await setWindow(ctx, { app: true, window: { strategy: 'buffer', maxMessages: 20 } })
  const { key } = await createKey(ctx, { name: 'bench', reach: { kind: 'all' }, rights: ['read', 'write'], agents: [] })

  const server = createLociServer({
    services,
    apiKeys: createApiKeys({ pool, log }),
    operators: createOperators({ pool, secret: 'bench', log }),
    limits: createAttemptLimits(),
    development: false,
  })
  const servers = [server]
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const poster = (port: number, path: string) => (body: string) => post({ agent, port, path, body, key })
  const port = await listen(server, { host: '127.0.0.1', port: 0 })

  return {
    ctx,
    owner,
    application: pool,
    ownerUrl: database.ownerUrl,
    call: (path, body) => poster(port, `/api/trpc/${path}`)(body),
    bareServer: async (thread, write) => {
      const bare = createServer((request, response) => {
        request.resume()
        bareRead(owner, thread).then((rows) => {
          response.setHeader('content-type', 'application/json')
          response.end(write(rows))
        })
      })
      servers.push(bare)
      bare.listen(0, '127.0.0.1')
      await once(bare, 'listening')
      // It listens on a port of this machine.
      return poster((bare.address() as AddressInfo).port, '/')
    },
    stop: async () => {
      agent.destroy()
      for (const one of servers) one.close()
      await services.accessClock.stop()
      await owner.end()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function post(options: { agent: Agent; port: number; path: string; body: string; key: string }): Promise<void> {
  const { agent, port, path, body, key } = options
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = httpRequest({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${path} answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
