import type { z } from 'zod'
import type { BulkOutcome, BulkThreadsInput, BulkThreadsOutput } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { lockThreads } from '../../store/threads'
import { untrashThread } from '../../store/threads-trash'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { bulkOutcomes, byTenant } from './bulk-outcomes'

/** Takes a selection of threads out of the trash; one whose id is taken stays there, the others come back. */
export async function bulkRestoreThreads(
  ctx: ServiceContext,
  input: z.output<typeof BulkThreadsInput>,
): Promise<BulkThreadsOutput> {
  const outcomes = new Map<string, BulkOutcome>()
  await withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const threads = await lockThreads(client, { uids: input.uids, isDeleted: true })
    for (const thread of threads) {
      outcomes.set(thread.uid, (await untrashThread(client, thread, thread.threadId)) ? 'done' : 'conflict')
    }
    for (const { tenant, uid } of byTenant(threads.filter((thread) => outcomes.get(thread.uid) === 'done'))) {
      await appendAuditEvent(client, ctx, {
        tenant,
        action: 'threads.restore',
        objectKind: 'thread',
        objectId: uid,
        details: { isBulk: true },
      })
    }
  })
  ctx.threadChanges.note(input.uids.filter((uid) => outcomes.get(uid) === 'done'))
  return bulkOutcomes(input.uids, outcomes)
}
