import type { PoolClient } from 'pg'
import { assertAgent } from '../../auth/reach'
import { notFound } from '../../errors'
import { withReach } from '../../store/reach'
import type { ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import type { ServiceContext } from '../context'
import { type NamedThread, resolveThread } from '../threads/thread-reference'

/**
 * Looks at a living thread within the caller's reach, in one transaction.
 * @throws NOT_FOUND for absent, deleted and foreign ones alike (S3); FORBIDDEN for a key that is bound to other agents
 */
export async function openThread<T>(
  ctx: ServiceContext,
  named: NamedThread & { /** Nobody else changes the thread until `look` is done. */ readonly lock?: boolean },
  look: (client: PoolClient, thread: ThreadRow) => Promise<T>,
): Promise<T> {
  const { reach, reference } = resolveThread(ctx.principal, named)
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference, lock: named.lock ?? false })
    if (!thread) throw notFound('thread')
    assertAgent(ctx.principal, thread.agentName ?? undefined)
    return look(client, thread)
  })
}
