import { pino } from 'pino'
import type { Principal } from '../../server/auth/principal'
import { createSigner } from '../../server/auth/signer'
import { createJobQueue } from '../../server/jobs/queue'
import { createModels } from '../../server/models/models'
import type { OperatorRole } from '../../server/schemas/setup'
import { ConfigCache } from '../../server/services/agents/config-cache'
import type { ServiceContext } from '../../server/services/context'
import { ReadCounter } from '../../server/services/insights/read-counter'
import { RunningJobs } from '../../server/services/jobs/running-jobs'
import { LiveStreams } from '../../server/services/live/live-streams'
import { ThreadChanges } from '../../server/services/live/thread-changes'
import { AccessClock } from '../../server/services/memory/access-clock'
import { SummarySignals } from '../../server/services/summaries/summary-signals'
import { notify } from '../../server/store/notify'
import type { TestDatabase } from './database'

/** Of an installation without a model endpoint. */
export const noModels = createModels({
  baseUrl: undefined,
  apiKey: undefined,
  summary: undefined,
  embedding: undefined,
})

/** A call of this principal on a test's own database, as the HTTP layer makes it. */
export function callContext(database: TestDatabase, principal: Principal, models = noModels): ServiceContext {
  const { pools, url, ownerUrl, close } = database
  const log = pino({ level: 'silent' })
  const queue = createJobQueue({ pool: pools.jobs, isAvailable: true, log })
  return {
    database: { pools, applicationUrl: url, ownerUrl, embedded: true, hasJobQueue: true, close },
    signer: createSigner('a secret of the tests, long enough to be one'),
    configs: new ConfigCache(pools.application),
    accessClock: new AccessClock(pools.application, log),
    readCounter: new ReadCounter(pools.background, log),
    runningJobs: new RunningJobs(),
    queue,
    summarySignals: new SummarySignals(queue, log),
    threadChanges: new ThreadChanges({
      send: (payload) => notify(pools.application, payload),
      // Nobody watches in a test that calls services by themselves.
      listen: () => {},
      unlisten: async () => {},
      log,
    }),
    liveStreams: new LiveStreams(),
    models,
    log,
    principal,
    requestId: 'request-of-a-test',
  }
}

export function operatorOf(role: OperatorRole): Principal {
  return { kind: 'operator', id: `operator-${role}`, email: `${role}@example.com`, name: role, role, tenants: null }
}

type Key = Extract<Principal, { kind: 'key' }>

/** A key with every right unless said otherwise. */
export function keyOf(reach: Key['reach'], more: Partial<Pick<Key, 'rights' | 'agents'>> = {}): Key {
  return {
    kind: 'key',
    id: '0190a000-0000-7000-8000-000000000001',
    name: 'a key',
    reach,
    rights: ['read', 'write', 'delete', 'admin'],
    agents: [],
    ...more,
  }
}
