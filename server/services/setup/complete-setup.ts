import { LociError } from '../../errors'
import type { SetupInput } from '../../schemas/setup'
import type { ServiceContext } from '../context'
import { makeFirstAdmin } from './first-admin'
import { isSetupToken } from './setup-token'

/**
 * Makes the first admin with the one-time link's token, and signs them in.
 *
 * @throws CONFLICT once an operator exists, FORBIDDEN for a token that is not the newest one.
 */
export async function completeSetup(ctx: ServiceContext, input: SetupInput): Promise<{ isSetUp: boolean }> {
  await makeFirstAdmin(ctx, input, {
    requestId: ctx.requestId,
    mayProceed: (tokenHash) => {
      if (isSetupToken(input.token, tokenHash)) return
      throw new LociError('FORBIDDEN', 'This set-up link is not valid: take the newest one that the start printed.')
    },
  })
  await ctx.signIn?.({ email: input.email, password: input.password })
  return { isSetUp: true }
}
