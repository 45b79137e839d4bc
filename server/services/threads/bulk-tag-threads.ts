import type { z } from 'zod'
import type { BulkOutcome, BulkTagThreadsInput, BulkThreadsOutput } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { addTags, removeTags, tagsOfThreads } from '../../store/tags'
import { lockThreads, touchThreads } from '../../store/threads'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { bulkOutcomes, byTenant } from './bulk-outcomes'
import { TAG_LIMIT } from './update-thread'

/** Adds tags to a selection of threads, then takes others off; a thread that would have too many stays as it is. */
export async function bulkTagThreads(
  ctx: ServiceContext,
  input: z.output<typeof BulkTagThreadsInput>,
): Promise<BulkThreadsOutput> {
  const { uids, addTags: added = {}, removeTags: removed = [] } = input
  const tagged = await withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const found = await lockThreads(client, { uids, isDeleted: false })
    const tags = await tagsOfThreads(client, found)
    const threads = found.filter(({ uid }) => {
      const keys = new Set([...Object.keys(tags.get(uid) ?? {}), ...Object.keys(added)])
      for (const key of removed) keys.delete(key)
      return keys.size <= TAG_LIMIT
    })
    await addTags(client, { threads, tags: added })
    await removeTags(client, { threads, keys: removed })
    await touchThreads(client, threads)
    for (const { tenant, uid } of byTenant(threads)) {
      await appendAuditEvent(client, ctx, {
        tenant,
        action: 'threads.tag',
        objectKind: 'thread',
        objectId: uid,
        details: { added: Object.keys(added).length, removed: removed.length, isBulk: true },
      })
    }
    const outcomes = new Map<string, BulkOutcome>(found.map(({ uid }) => [uid, 'too-many-tags']))
    for (const { uid } of threads) outcomes.set(uid, 'done')
    return { uids: threads.map(({ uid }) => uid), outcomes: bulkOutcomes(uids, outcomes) }
  })
  ctx.threadChanges.note(tagged.uids)
  return tagged.outcomes
}
