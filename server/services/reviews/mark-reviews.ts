import type { z } from 'zod'
import { LociError, notFound } from '../../errors'
import type { AssignReviewsInput, MarkReviewsInput, ReleaseReviewInput } from '../../schemas/reviews'
import type { BulkThreadsOutput } from '../../schemas/threads'
import { appendAuditEvents } from '../../store/audit'
import { finishReviews } from '../../store/many-reviews'
import { mayOperate } from '../../store/operators'
import { withReach } from '../../store/reach'
import { assignReviews, lockReviews, markReviews, releaseReview, reviewsOfThreads } from '../../store/thread-reviews'
import type { ThreadRow } from '../../store/thread-rows'
import { findThreads } from '../../store/threads'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { notifyAssigned } from '../inbox/notify-assigned'
import { bulkOutcomes, byTenant } from '../threads/bulk-outcomes'
import { reviewerOf } from './person'

type Client = Parameters<typeof lockReviews>[0]

/** @throws INVALID_INPUT for an operator who is not there */
export async function requireAssignee(ctx: ServiceContext, assignee: string | null): Promise<void> {
  if (assignee !== null && !(await mayOperate(ctx.database.pools.application, assignee))) {
    throw new LociError('INVALID_INPUT', 'assignee: there is no such person, or they are disabled.')
  }
}

/** Makes a selection of threads one person's, who is told of those that are new to them, or nobody's. */
export async function assignSelected(
  ctx: ServiceContext,
  { uids, assignee }: z.output<typeof AssignReviewsInput>,
): Promise<BulkThreadsOutput> {
  await requireAssignee(ctx, assignee)
  return changeSelected(ctx, {
    uids,
    action: 'reviews.assign',
    change: async (client, threads) => {
      const before = await reviewsOfThreads(client, threads)
      await assignReviews(client, { threads, assignee })
      const given = threads.filter(({ uid }) => before.get(uid)?.assignee !== assignee)
      await notifyAssigned(client, { threads: given, assigneeId: assignee, actor: ctx.principal })
    },
  })
}

/** Sets the status of a selection of threads, or reviews them; a claim on them ends. */
export function markSelected(
  ctx: ServiceContext,
  { uids, status, outcome }: z.output<typeof MarkReviewsInput>,
): Promise<BulkThreadsOutput> {
  const { email: reviewer } = reviewerOf(ctx.principal)
  return changeSelected(ctx, {
    uids,
    action: 'reviews.mark',
    change: async (client, threads) => {
      if (outcome === undefined) await markReviews(client, { threads, status })
      else await finishReviews(client, { threads, outcome, reviewer })
    },
  })
}

async function changeSelected(
  ctx: ServiceContext,
  params: {
    uids: readonly string[]
    action: string
    change: (client: Client, threads: readonly ThreadRow[]) => Promise<void>
  },
): Promise<BulkThreadsOutput> {
  const { uids, action, change } = params
  reviewerOf(ctx.principal)
  const changed = await withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const threads = await findThreads(client, uids)
    await lockReviews(client, threads)
    await change(client, threads)
    await appendAuditEvents(
      client,
      ctx,
      byTenant(threads).map(({ tenant, uid }) => ({ tenant, action, objectKind: 'thread', objectId: uid })),
    )
    return threads.map(({ uid }) => uid)
  })
  ctx.threadChanges.note(changed)
  return bulkOutcomes(uids, new Map(changed.map((uid) => [uid, 'done' as const])))
}

/** Gives back what the caller holds; answers whether they held it. */
export async function release(
  ctx: ServiceContext,
  { uid, skip }: z.output<typeof ReleaseReviewInput>,
): Promise<{ released: boolean }> {
  const { id: operatorId } = reviewerOf(ctx.principal)
  const released = await withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const [thread] = await findThreads(client, [uid])
    if (!thread) throw notFound('thread')
    return releaseReview(client, { uid, operatorId, skip })
  })
  if (released) ctx.threadChanges.note([uid])
  return { released }
}
