import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { memoryRouter } from '../../server/api/memory-router'
import { createCallerFactory, router } from '../../server/api/procedure'
import type { Principal } from '../../server/auth/principal'
import { createSigner } from '../../server/auth/signer'
import { writeJson } from '../../server/json-text'
import { ConfigCache } from '../../server/services/agents/config-cache'
import type { ServiceContext, Services } from '../../server/services/context'
import { AccessClock } from '../../server/services/memory/access-clock'
import type { TestDatabase } from './database'

/** A process of its own on a test's database: its own settings cache, one signing secret for all. */
export function processOn(database: TestDatabase): Services {
  const log = pino({ level: 'silent' })
  return {
    database: {
      pools: database.pools,
      applicationUrl: database.url,
      ownerUrl: database.ownerUrl,
      embedded: false,
      close: () => database.close(),
    },
    signer: createSigner('a secret of the tests, thirty-two characters'),
    configs: new ConfigCache(database.pools.application),
    accessClock: new AccessClock(database.pools.background, log),
    log,
  }
}

export const fullKey: Principal = {
  kind: 'key',
  id: '00000000-0000-7000-8000-000000000001',
  name: 'test',
  reach: { kind: 'all' },
  rights: ['read', 'write', 'delete', 'admin'],
  agents: [],
}

const createCaller = createCallerFactory(router({ memory: memoryRouter }))

/** Calls procedures as this principal; `messageTexts` stands for the slices of a request's body. */
export function callerOn(
  services: Services,
  options: { principal?: Principal; messageTexts?: readonly string[] } = {},
) {
  const { principal = fullKey, messageTexts } = options
  const ctx: ServiceContext = { ...services, principal, requestId: randomUUID(), messageTexts }
  return createCaller(ctx)
}

/** An answer as a client sees it: through the text that goes out. */
export function onTheWire<T>(answer: T): T {
  return JSON.parse(writeJson(answer)) as T
}

/** A scope that no other test uses. */
export function freshScope() {
  return { tenant: `t-${randomUUID()}`, subject: 'u1' }
}
