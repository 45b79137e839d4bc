import { z } from 'zod'
import { loadSamples } from '../services/samples/load-samples'
import { removeSamples } from '../services/samples/remove-samples'
import { procedure, router } from './procedure'

const access = { key: 'admin', operator: 'act' } as const

export const samplesRouter = router({
  // Thirty conversations, run by run: more than a slow machine does within the ordinary limit.
  load: procedure(access, { limitMs: 60_000 })
    .input(z.strictObject({}))
    .output(z.object({ threads: z.int(), messages: z.int() }))
    .mutation(({ ctx }) => loadSamples(ctx)),
  remove: procedure(access)
    .input(z.strictObject({}))
    .output(z.object({ threads: z.int() }))
    .mutation(({ ctx }) => removeSamples(ctx)),
})
