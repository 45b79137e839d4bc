import type { z } from 'zod'
import { assertAgent } from '../../auth/reach'
import type { DeleteThreadInput, DeleteThreadOutput } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import { trashThreads } from '../../store/threads-trash'
import type { ServiceContext } from '../context'
import { resolveThread } from './thread-reference'

/** Hides a thread everywhere at once; its id is free again. What is not alive answers `deleted: 0` (S3). */
export async function deleteThread(
  ctx: ServiceContext,
  input: z.output<typeof DeleteThreadInput>,
): Promise<z.infer<typeof DeleteThreadOutput>> {
  const { reach, reference } = resolveThread(ctx.principal, input)
  const deleted = await withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference, lock: true })
    if (!thread) return null
    assertAgent(ctx.principal, thread.agentName ?? undefined)
    await trashThreads(client, [thread])
    if (ctx.principal.kind === 'operator') {
      await appendAuditEvent(client, ctx, {
        tenant: thread.tenant,
        action: 'threads.delete',
        objectKind: 'thread',
        objectId: thread.uid,
        details: { messages: thread.messageCount },
      })
    }
    return thread.uid
  })
  if (deleted === null) return { deleted: 0, uid: null }
  ctx.threadChanges.note([deleted])
  return { deleted: 1, uid: deleted }
}
