import type { z } from 'zod'
import type { BulkThreadsInput, BulkThreadsOutput } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { lockThreads } from '../../store/threads'
import { trashThreads } from '../../store/threads-trash'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { bulkOutcomes, byTenant } from './bulk-outcomes'

/** Deletes a selection of threads, across scopes, in one transaction. */
export async function bulkDeleteThreads(
  ctx: ServiceContext,
  input: z.output<typeof BulkThreadsInput>,
): Promise<BulkThreadsOutput> {
  const { uids, outcomes } = await withReach(
    ctx.database.pools.application,
    callerReach(ctx.principal),
    async ({ client }) => {
      const threads = await lockThreads(client, { uids: input.uids, isDeleted: false })
      await trashThreads(client, threads)
      for (const { tenant, uid, messageCount } of byTenant(threads)) {
        await appendAuditEvent(client, ctx, {
          tenant,
          action: 'threads.delete',
          objectKind: 'thread',
          objectId: uid,
          details: { messages: messageCount, isBulk: true },
        })
      }
      const uids = threads.map(({ uid }) => uid)
      return { uids, outcomes: bulkOutcomes(input.uids, new Map(uids.map((uid) => [uid, 'done']))) }
    },
  )
  ctx.threadChanges.note(uids)
  return outcomes
}
