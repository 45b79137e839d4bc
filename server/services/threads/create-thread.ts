import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { COUNTER } from '../../../memory/token-counter'
import { assertAgent, requireScope } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import type { CreateThreadInput, ThreadView } from '../../schemas/threads'
import { ensureAgent } from '../../store/agents'
import { withReach } from '../../store/reach'
import { addTags } from '../../store/tags'
import { findThread, insertThread, makeScope } from '../../store/threads'
import type { ServiceContext } from '../context'
import { viewThread } from './thread-views'

/**
 * Makes an empty thread; its id is made too when none is given.
 *
 * @throws CONFLICT when a living thread of the scope has the id.
 */
export async function createThread(
  ctx: ServiceContext,
  input: z.output<typeof CreateThreadInput>,
): Promise<ThreadView> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  const uid = uuidv7()
  const reach = { kind: 'scope', ...scope } as const
  const made = await withReach(ctx.database.pools.application, reach, async ({ client }) => {
    const scopeId = await makeScope(client, { ...scope, newScopeId: uuidv7() })
    const key = { tenant: scope.tenant, scopeId, uid }
    const isMade = await insertThread(client, {
      ...key,
      threadId: input.threadId ?? uid,
      agentName: input.agentName ?? null,
      title: input.title ?? null,
      metadata: JSON.stringify(input.metadata ?? {}),
      state: input.state == null ? null : JSON.stringify(input.state),
      counter: COUNTER,
    })
    if (!isMade) throw new LociError('CONFLICT', 'A thread of this scope has that id already.')
    if (input.agentName !== undefined) await ensureAgent(client, input.agentName)
    await addTags(client, { threads: [key], tags: input.tags ?? {} })
    const row = await findThread(client, { reach, scopeId, reference: { uid } })
    if (!row) throw notFound('thread')
    return viewThread(ctx, client, row)
  })
  ctx.threadChanges.note([uid])
  return made
}
