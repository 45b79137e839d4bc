import { z } from 'zod'
import { PERMISSIONS } from '../../auth/permissions'
import { withReach } from '../../store/reach'
import { revealedUntil } from '../../store/thread-reveals'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'

/** By its uid and nothing else: an id could name another thread. */
const OneThread = z.object({ uid: z.uuid(), threadId: z.undefined().optional() })

/** Whether an input names one thread that is revealed to the caller now. */
export async function isInputRevealed(ctx: ServiceContext, input: unknown): Promise<boolean> {
  const named = OneThread.safeParse(input)
  return named.success && isRevealed(ctx, named.data.uid)
}

/** Whether the caller's role can have a thread revealed, and this one is, now. */
export async function isRevealed(ctx: ServiceContext, uid: string): Promise<boolean> {
  const { principal } = ctx
  if (principal.kind !== 'operator' || !PERMISSIONS[principal.role].includes('reveal')) return false
  const until = await withReach(ctx.database.pools.application, callerReach(principal), ({ client }) =>
    revealedUntil(client, { uid, operatorId: principal.id }),
  )
  return until !== null
}
