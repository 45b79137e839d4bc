import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { type Logger, pino } from 'pino'
import { createApiKeys } from '../../server/auth/api-keys'
import { type AttemptLimitsOptions, createAttemptLimits } from '../../server/auth/attempt-limits'
import { createOperators } from '../../server/auth/operators'
import { openPools } from '../../server/database/pools'
import { createLociServer } from '../../server/http/create-server'
import { drain } from '../../server/http/drain'
import type { PageHandler } from '../../server/http/gate'
import { listen } from '../../server/http/listen'
import type { Models } from '../../server/models/models'
import type { KeyReach, KeyRight } from '../../server/schemas/keys'
import type { OperatorRole } from '../../server/schemas/setup'
import type { Services } from '../../server/services/context'
import { createServices } from '../../server/services/create-services'
import { createKey } from '../../server/services/keys/create-key'
import { insertOperator } from '../../server/store/operators'
import { inTransaction } from '../../server/store/transaction'
import { noModels } from './call-context'
import { type TestDatabase, testDatabase } from './database'

export interface TestOperator {
  id: string
  email: string
  password: string
  /** For the `cookie` header; send `origin: server.url` along with what changes something. */
  cookie: string
}

export interface TestServer {
  /** Without a slash at its end, for example http://127.0.0.1:40123 */
  url: string
  services: Services
  /** A new key, every right unless said otherwise: the text that agents send. */
  createKey(reach?: KeyReach, rights?: KeyRight[]): Promise<string>
  /** A new operator who is signed in. */
  createOperator(role: OperatorRole): Promise<TestOperator>
  /** Stops the server and drops its database. */
  close(): Promise<void>
}

export interface TestServerOptions {
  pages?: PageHandler
  limits?: AttemptLimitsOptions
  /** Time that the procedures of one request have, in ms; 10,000. */
  requestLimitMs?: number
  /** None unless given. */
  models?: Models
  /** Silent unless given. */
  log?: Logger
  /** A database that another one of the test's servers has, as of a second process; it is not dropped then. */
  database?: TestDatabase
}

export const password = 'the password of every operator of a test'
let hash: Promise<string> | undefined

/** To hash a password is slow by design, so all operators of a test file share one. */
function hashOfPassword(): Promise<string> {
  hash ??= hashPassword(password)
  return hash
}

/** The API over real HTTP, on a database of its own and a free port: `await testServer()` in beforeAll, `close()` in afterAll. */
export async function testServer({
  pages,
  limits,
  requestLimitMs,
  models = noModels,
  log = pino({ level: 'silent' }),
  database: shared,
}: TestServerOptions = {}): Promise<TestServer> {
  const own = shared ?? (await testDatabase())
  const { url: applicationUrl, ownerUrl } = own
  const pools = shared ? openPools({ url: shared.url, log, applicationMax: 10 }) : own.pools
  const close = shared ? () => pools.end() : own.close
  const secret = randomUUID() + randomUUID()
  const database = { pools, applicationUrl, ownerUrl, embedded: true, hasJobQueue: true, close }
  const services = createServices({ database, secret, models, log })
  const apiKeys = createApiKeys({ pool: pools.application, log })
  const operators = createOperators({ pool: pools.application, secret, log })
  const server = createLociServer({
    services,
    apiKeys,
    operators,
    limits: createAttemptLimits(limits),
    pages,
    requestLimitMs,
    development: false,
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    services,
    async createKey(reach = { kind: 'all' }, rights = ['read', 'write', 'delete', 'admin']) {
      const context = { ...services, principal: { kind: 'system' } as const, requestId: 'request-of-a-test' }
      const { key } = await createKey(context, { name: 'a key of a test', reach, rights, agents: [] })
      return key
    },
    async createOperator(role) {
      const id = randomUUID()
      const email = `${role}-${id}@example.com`
      const passwordHash = await hashOfPassword()
      await inTransaction(pools.application, (client) =>
        insertOperator(client, { id, email, name: role, role, passwordHash, accountRowId: randomUUID() }),
      )
      const cookies = await operators.signIn({ email, password }, { isHttps: false, address: '127.0.0.1' })
      return { id, email, password, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
    },
    async close() {
      services.liveStreams.stop()
      server.closeAllConnections()
      await drain(server)
      await apiKeys.close()
      await services.threadChanges.stop()
      await services.accessClock.stop()
      await close()
    },
  }
}
