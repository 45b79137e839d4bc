import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { type ApiKeys, createApiKeys } from './auth/api-keys'
import { createAttemptLimits } from './auth/attempt-limits'
import { createOperators } from './auth/operators'
import { setBridge } from './bridge'
import { type Database, openDatabase } from './database/open'
import { type Environment, readEnvironment } from './env'
import { LociError } from './errors'
import { createLociServer } from './http/create-server'
import { drain } from './http/drain'
import { listen } from './http/listen'
import { type Embeddings, startEmbeddings } from './jobs/embeddings'
import { type Housekeeping, startHousekeeping } from './jobs/housekeeping'
import { type SearchUpkeep, startSearchUpkeep } from './jobs/search-upkeep'
import { workOnSummaries } from './jobs/summaries'
import { type Sweep, startSweep } from './jobs/sweep'
import { keptSecret } from './kept-secret'
import { createModels } from './models/models'
import { pageBridge } from './page-bridge'
import { type Pages, preparePages } from './pages'
import type { Services } from './services/context'
import { createServices } from './services/create-services'
import { registerKey } from './services/keys/register-key'
import { prepareSetup } from './services/setup/prepare-setup'

/** What is open so far, in the order in which it is opened. */
interface Parts {
  database?: Database
  services?: Services
  apiKeys?: ApiKeys
  server?: Server
  pages?: Pages
  housekeeping?: Housekeeping
  searchUpkeep?: SearchUpkeep
  embeddings?: Embeddings
  sweep?: Sweep
}

export interface Loci {
  /** Lets running requests end (10 s at most), then closes pages and database. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Starts the whole product: database, services, HTTP, pages. Says where it is and how to sign in.
 *
 * @throws StartupError one line with what is wrong and what to do; whatever was open by then is closed
 */
export async function startLoci(log: Logger): Promise<Loci> {
  const environment = readEnvironment()
  const parts: Parts = {}
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= close(parts)
    return stopping
  }
  try {
    await open(parts, environment, log)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(parts: Parts, environment: Environment, log: Logger): Promise<void> {
  const { secret, apiKey: registered, development, host, dataDir } = environment
  // First of all: a second process on the same data folder is refused here.
  const database = await openDatabase(environment, log)
  parts.database = database
  const services = createServices({ database, secret, models: createModels(environment.models), log })
  parts.services = services
  const pool = database.pools.application
  const apiKeys = createApiKeys({ pool, log, registered })
  parts.apiKeys = apiKeys
  const operators = createOperators({ pool, secret, log })

  await registerKey(services, { name: 'commands of this machine', key: keptSecret(dataDir, 'local-key') })
  if (registered !== undefined) await registerKey(services, { name: 'LOCI_API_KEY', key: registered })
  const setup = await prepareSetup(services, environment.admin)
  setBridge(pageBridge({ services, operators }))

  const server = createLociServer({
    services,
    apiKeys,
    operators,
    limits: createAttemptLimits(environment.limits),
    development,
    pages: (request, response) => {
      if (parts.pages) return parts.pages.handle(request, response)
      throw new LociError('UNAVAILABLE', 'The pages are starting.', { retryAfterMs: 1000 })
    },
    upgrade: (request, socket, head) => parts.pages?.upgrade(request, socket, head),
  })
  parts.server = server
  const port = await listen(server, environment)
  parts.pages = await preparePages({ development, host, port })
  parts.housekeeping = startHousekeeping(services)
  workOnSummaries(services)
  parts.searchUpkeep = startSearchUpkeep(services)
  parts.embeddings = startEmbeddings(services)
  parts.sweep = startSweep(services)
  services.queue.start()
  announce({ environment, port, token: setup?.token })
}

/** For the person who started it, on the terminal and not in the log: the link is a secret. */
function announce({ environment, port, token }: { environment: Environment; port: number; token: string | undefined }) {
  const { host } = environment
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const address = `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  const lines = [
    '',
    `  Loci is at ${address}`,
    token === undefined
      ? `  Sign in: ${address}/sign-in`
      : `  Set it up (this link works once): ${address}/setup?token=${token}`,
    ...(isLocal ? [] : [`  It can be reached from other machines (HOST=${host}); put https in front of it.`]),
    '  Stop it with Ctrl-C.',
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function close(parts: Parts): Promise<void> {
  const { server, pages, apiKeys, services, housekeeping, searchUpkeep, embeddings, sweep, database } = parts
  // At once: what is taken now would be cut off.
  const jobsEnd = Promise.all([services?.queue.stop(), services?.runningJobs.stop()])
  services?.liveStreams.stop()
  if (server) await drain(server)
  await pages?.close()
  await apiKeys?.close()
  await Promise.all([housekeeping?.stop(), searchUpkeep?.stop(), embeddings?.stop(), sweep?.stop()])
  await jobsEnd
  await services?.threadChanges.stop()
  await services?.accessClock.stop()
  await services?.readCounter.stop()
  await database?.close()
}
