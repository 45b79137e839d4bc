import type { z } from 'zod'
import { type CountInboxOutput, UNREAD_CAP } from '../../schemas/inbox'
import { countUnread } from '../../store/inbox'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { callerAsPerson } from '../people/caller-as-person'

/** inbox.count: how much of the caller's is unread; counting stops at 1,000. */
export async function countInbox(ctx: ServiceContext): Promise<z.infer<typeof CountInboxOutput>> {
  const { id: operatorId } = callerAsPerson(ctx.principal)
  const { count, newest } = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    countUnread(client, { operatorId, cap: UNREAD_CAP }),
  )
  return { unread: count, capped: count === UNREAD_CAP, newest }
}
