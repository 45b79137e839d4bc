import type { z } from 'zod'
import { requireScope } from '../../auth/reach'
import type { AppendMessagesInput, AppendMessagesOutput } from '../../schemas/messages'
import type { ServiceContext } from '../context'
import { write } from '../memory/write-memory'
import { openThread } from './open-thread'

/** messages.append: stores the messages as they are, one entry. By `threadId` it makes the thread when there is none. */
export async function appendMessages(
  ctx: ServiceContext,
  input: z.output<typeof AppendMessagesInput>,
): Promise<z.infer<typeof AppendMessagesOutput>> {
  const { messages, threadId, uid, idempotencyKey } = input
  const isBound = ctx.principal.kind === 'key' && ctx.principal.agents.length > 0
  if (threadId !== undefined && !isBound) {
    const scope = requireScope(ctx.principal, input.scope)
    return write(ctx, { messages, mode: 'append', idempotencyKey, scope, threadId })
  }
  // By uid the id and the scope have to be looked up; for a key that is bound to agents, whose thread it is.
  const thread = await openThread(ctx, { threadId, uid, scope: input.scope }, async (_client, found) => found)
  return write(ctx, {
    messages,
    mode: 'append',
    idempotencyKey,
    scope: { tenant: thread.tenant, subject: thread.subject },
    threadId: thread.threadId,
    uid: thread.uid,
    agentName: isBound ? (thread.agentName ?? undefined) : undefined,
  })
}
