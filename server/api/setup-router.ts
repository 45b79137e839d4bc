import { viewerOf } from '../auth/permissions'
import { LociError } from '../errors'
import { SetupInput, SetupStateOutput, ViewerOutput } from '../schemas/setup'
import { completeSetup } from '../services/setup/complete-setup'
import { isSetUp } from '../services/setup/setup-state'
import { procedure, router } from './procedure'

export const setupRouter = router({
  state: procedure({ isPublic: true })
    .output(SetupStateOutput)
    .query(async ({ ctx }) => ({ isSetUp: await isSetUp(ctx) })),
  complete: procedure({ isPublic: true })
    .input(SetupInput)
    .output(SetupStateOutput)
    .mutation(({ ctx, input }) => completeSetup(ctx, input)),
})

export const viewerRouter = router({
  get: procedure({ key: null, operator: 'view' })
    .output(ViewerOutput)
    .query(({ ctx }) => {
      if (ctx.principal.kind !== 'operator') throw new LociError('FORBIDDEN', 'Only people have a profile.')
      return viewerOf(ctx.principal)
    }),
})
