import type { z } from 'zod'
import { assertAgent } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import type { ThreadView, UpdateThreadInput } from '../../schemas/threads'
import { ensureAgent } from '../../store/agents'
import { withReach } from '../../store/reach'
import { addTags, removeTags, tagsOfThreads } from '../../store/tags'
import { findThread, saveThread } from '../../store/threads'
import type { ServiceContext } from '../context'
import { mergeMetadata } from './merge-metadata'
import { resolveThread } from './thread-reference'
import { viewThread } from './thread-views'

export const TAG_LIMIT = 64

/**
 * Changes what is named and leaves the rest. Updates of one thread wait for each other, so that of two that change
 * different things both hold. An update moves `updatedAt`, never `lastMessageAt`.
 *
 * @throws NOT_FOUND (S3); INVALID_INPUT for more than 64 tags; TOO_LARGE for merged metadata over 16 KiB.
 */
export async function updateThread(
  ctx: ServiceContext,
  input: z.output<typeof UpdateThreadInput>,
): Promise<ThreadView> {
  const { reach, reference } = resolveThread(ctx.principal, input)
  if (input.agentName !== undefined) assertAgent(ctx.principal, input.agentName)
  const updated = await withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference, lock: true })
    if (!thread) throw notFound('thread')
    assertAgent(ctx.principal, thread.agentName ?? input.agentName)
    const threads = [thread]
    if (input.tags !== undefined) await removeTags(client, { threads, keys: null })
    await addTags(client, { threads, tags: { ...input.tags, ...input.addTags } })
    await removeTags(client, { threads, keys: input.removeTags ?? [] })
    const tags = (await tagsOfThreads(client, threads)).get(thread.uid) ?? {}
    if (Object.keys(tags).length > TAG_LIMIT) throw tooManyTags()
    await saveThread(client, {
      ...thread,
      title: input.title === undefined ? thread.title : input.title,
      metadata: input.metadata ? mergeMetadata(thread.metadata, JSON.stringify(input.metadata)) : thread.metadata,
      state: stateText(input.state, thread.state),
      agentName: input.agentName ?? thread.agentName,
    })
    if (input.agentName !== undefined) await ensureAgent(client, input.agentName)
    const saved = await findThread(client, { reach, scopeId, reference: { uid: thread.uid } })
    if (!saved) throw notFound('thread')
    return viewThread(ctx, client, saved)
  })
  ctx.threadChanges.note([updated.uid])
  return updated
}

export function tooManyTags(): LociError {
  return new LociError('INVALID_INPUT', `A thread has at most ${TAG_LIMIT} tags.`)
}

function stateText(given: unknown, stored: string | null): string | null {
  if (given === undefined) return stored
  return given === null ? null : JSON.stringify(given)
}
