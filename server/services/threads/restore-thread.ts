import type { z } from 'zod'
import { assertAgent } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import type { RestoreThreadInput, ThreadView } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import { untrashThread } from '../../store/threads-trash'
import type { ServiceContext } from '../context'
import { resolveThread } from './thread-reference'
import { viewThread } from './thread-views'

/**
 * Takes a thread out of the trash: the one with this uid, or the newest deleted one of this id. `asThreadId` gives it
 * another id.
 *
 * @throws NOT_FOUND when the trash of the scope does not hold it; CONFLICT when a living thread has the id.
 */
export async function restoreThread(
  ctx: ServiceContext,
  input: z.output<typeof RestoreThreadInput>,
): Promise<ThreadView> {
  const { reach, reference } = resolveThread(ctx.principal, input)
  const restored = await withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference, isDeleted: true, lock: true })
    if (!thread || (input.threadId !== undefined && thread.threadId !== input.threadId)) throw notFound('thread')
    assertAgent(ctx.principal, thread.agentName ?? undefined)
    if (!(await untrashThread(client, thread, input.asThreadId ?? thread.threadId))) throw idIsTaken(input.asThreadId)
    if (ctx.principal.kind === 'operator') {
      await appendAuditEvent(client, ctx, {
        tenant: thread.tenant,
        action: 'threads.restore',
        objectKind: 'thread',
        objectId: thread.uid,
        details: { isRenamed: input.asThreadId !== undefined && input.asThreadId !== thread.threadId },
      })
    }
    const row = await findThread(client, { reach, scopeId, reference: { uid: thread.uid } })
    if (!row) throw notFound('thread')
    return viewThread(ctx, client, row)
  })
  ctx.threadChanges.note([restored.uid])
  return restored
}

function idIsTaken(asThreadId: string | undefined): LociError {
  return new LociError(
    'CONFLICT',
    asThreadId === undefined
      ? 'A new thread has taken this id meanwhile: name another one as asThreadId.'
      : 'A thread of this scope has the id given as asThreadId: choose another one.',
  )
}
