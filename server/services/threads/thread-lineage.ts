import type { z } from 'zod'
import { assertAgent } from '../../auth/reach'
import { notFound } from '../../errors'
import type { ThreadLineageInput, ThreadLineageOutput } from '../../schemas/threads'
import { type LineageRow, listFamily } from '../../store/lineage'
import { withReach } from '../../store/reach'
import type { ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import type { ServiceContext } from '../context'
import { resolveThread } from './thread-reference'

/** The family of a living thread, root first: deleted and purged members keep their places, titles only the living. */
export async function threadLineage(
  ctx: ServiceContext,
  input: z.output<typeof ThreadLineageInput>,
): Promise<z.infer<typeof ThreadLineageOutput>> {
  const { reach, reference } = resolveThread(ctx.principal, input)
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference })
    if (!thread) throw notFound('thread')
    assertAgent(ctx.principal, thread.agentName ?? undefined)
    const family = await listFamily(client, thread)
    return { items: (family.length > 0 ? family : [alone(thread)]).map(lineageNode) }
  })
}

function alone(thread: ThreadRow): LineageRow {
  const { uid, threadId, title, messageCount, tokenCount, createdAt } = thread
  return {
    uid,
    threadId,
    title,
    messageCount,
    tokenCount,
    createdAt,
    parentUid: null,
    forkedAtSeq: null,
    copied: null,
    isDeleted: false,
    isPurged: false,
  }
}

function lineageNode({ isDeleted, isPurged, createdAt, ...row }: LineageRow) {
  return { ...row, createdAt: createdAt.toISOString(), deleted: isDeleted, purged: isPurged }
}
