import { z } from 'zod'
import { JobView } from '../schemas/jobs'
import { startLoadSamples, startRemoveSamples } from '../services/samples/start-samples'
import { procedure, router } from './procedure'

const access = { key: 'admin', operator: 'act' } as const

export const samplesRouter = router({
  load: procedure(access)
    .input(z.strictObject({}))
    .output(JobView)
    .mutation(({ ctx }) => startLoadSamples(ctx)),
  remove: procedure(access)
    .input(z.strictObject({}))
    .output(JobView)
    .mutation(({ ctx }) => startRemoveSamples(ctx)),
})
