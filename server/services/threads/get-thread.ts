import type { z } from 'zod'
import { assertAgent } from '../../auth/reach'
import { notFound } from '../../errors'
import type { GetThreadInput, ThreadView } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import type { ServiceContext } from '../context'
import { resolveThread } from './thread-reference'
import { viewThread } from './thread-views'

/** @throws NOT_FOUND for absent, deleted and foreign threads alike (S3); `deleted: true` looks in the trash instead. */
export async function getThread(ctx: ServiceContext, input: z.output<typeof GetThreadInput>): Promise<ThreadView> {
  const { reach, reference } = resolveThread(ctx.principal, input)
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference, isDeleted: input.deleted })
    if (!thread) throw notFound('thread')
    assertAgent(ctx.principal, thread.agentName ?? undefined)
    return viewThread(ctx, client, thread)
  })
}
