import type { z } from 'zod'
import type { MarkAllReadInput, MarkReadInput, MarkReadOutput } from '../../schemas/inbox'
import { markInbox, markInboxUpTo } from '../../store/inbox'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { callerAsPerson } from '../people/caller-as-person'

/** inbox.markRead: marks items of the caller's as read, or as unread again; other people's are passed over. */
export async function markRead(
  ctx: ServiceContext,
  { ids, read }: z.output<typeof MarkReadInput>,
): Promise<z.infer<typeof MarkReadOutput>> {
  const { id: operatorId } = callerAsPerson(ctx.principal)
  const changed = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    markInbox(client, { operatorId, ids, isRead: read }),
  )
  return { changed }
}

/** inbox.markAllRead: all up to the newest item that the caller has seen; what has come since stays unread. */
export async function markAllRead(
  ctx: ServiceContext,
  { upTo }: z.output<typeof MarkAllReadInput>,
): Promise<z.infer<typeof MarkReadOutput>> {
  const { id: operatorId } = callerAsPerson(ctx.principal)
  const changed = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    markInboxUpTo(client, { operatorId, upTo }),
  )
  return { changed }
}
