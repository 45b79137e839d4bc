import { z } from 'zod'
import { loadSamples } from '../services/samples/load-samples'
import { removeSamples } from '../services/samples/remove-samples'
import { procedure, router } from './procedure'

const access = { key: 'admin', operator: 'act' } as const

export const samplesRouter = router({
  load: procedure(access)
    .input(z.strictObject({}))
    .output(z.object({ threads: z.int(), messages: z.int() }))
    .mutation(({ ctx }) => loadSamples(ctx)),
  remove: procedure(access)
    .input(z.strictObject({}))
    .output(z.object({ threads: z.int() }))
    .mutation(({ ctx }) => removeSamples(ctx)),
})
