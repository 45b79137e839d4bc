import { requireEverything } from '../../auth/reach'
import type { JobView } from '../../schemas/jobs'
import { withReach } from '../../store/reach'
import { findSampleThreads } from '../../store/samples'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { type JobPlan, runJob } from '../jobs/run-job'
import { loadSamples, SAMPLE_COUNT } from './load-samples'
import { removeSamples } from './remove-samples'

const LOAD = 'samples.load'
const REMOVE = 'samples.remove'

/** Begins to load the samples, or answers the job that does so already; `jobs.get` tells how far it is. */
export function startLoadSamples(caller: ServiceContext): Promise<JobView> {
  return start(caller, async (ctx) => ({
    kind: LOAD,
    total: SAMPLE_COUNT,
    work: (progress) => loadSamples(ctx, progress),
  }))
}

/** Begins to take the samples away, or answers the job that does so already. */
export function startRemoveSamples(caller: ServiceContext): Promise<JobView> {
  return start(caller, async (ctx) => ({
    kind: REMOVE,
    total: await countSamples(ctx),
    work: (progress) => removeSamples(ctx, progress),
  }))
}

async function start(
  caller: ServiceContext,
  plan: (ctx: ServiceContext) => Promise<Omit<JobPlan, 'alone'>>,
): Promise<JobView> {
  requireEverything(caller.principal)
  // The samples belong to the installation, not to whoever pressed the button.
  const ctx: ServiceContext = { ...caller, principal: { kind: 'system' }, messageTexts: undefined }
  return getJob(ctx, { id: await runJob(ctx, { ...(await plan(ctx)), alone: [LOAD, REMOVE] }) })
}

function countSamples({ database }: ServiceContext): Promise<number> {
  return withReach(
    database.pools.background,
    { kind: 'all' },
    async ({ client }) => (await findSampleThreads(client)).length,
  )
}
