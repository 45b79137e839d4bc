import type { z } from 'zod'
import { requireScope } from '../../auth/reach'
import type { ClearMemoryInput, ClearMemoryOutput } from '../../schemas/memory'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { deleteThreads } from '../../store/threads-delete'
import type { ServiceContext } from '../context'

/**
 * memory.clear: deletes one session, or with `all: true` every thread of the scope. What is not there counts
 * 0 (S3); for a key that is bound to agents, the threads of others are not there.
 */
export async function clearMemory(
  ctx: ServiceContext,
  input: z.output<typeof ClearMemoryInput>,
): Promise<z.infer<typeof ClearMemoryOutput>> {
  const scope = requireScope(ctx.principal, input.scope)
  const { application, background } = ctx.database.pools
  const pool = input.all ? background : application
  const cleared = await withReach(pool, { kind: 'scope', ...scope }, async ({ client, scopeId }) => {
    if (scopeId === null) return { uids: [], messages: 0 }
    const threadId = input.sessionId ?? input.threadId
    const agents = ctx.principal.kind === 'key' && ctx.principal.agents.length > 0 ? ctx.principal.agents : null
    const { uids, messages } = await deleteThreads(client, { tenant: scope.tenant, scopeId, threadId, agents })
    if (uids.length > 0 && (input.all || ctx.principal.kind === 'operator')) {
      await appendAuditEvent(client, ctx, {
        tenant: scope.tenant,
        action: 'memory.clear',
        objectKind: input.all ? 'scope' : 'thread',
        objectId: input.all ? scopeId : (uids[0] ?? ''),
        details: { threads: uids.length, messages },
      })
    }
    return { uids, messages }
  })
  ctx.threadChanges.note(cleared.uids)
  return { threads: cleared.uids.length, messages: cleared.messages }
}
