import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { LociError } from '../../errors'
import type { ReviewRecordView, ReviewView, SetReviewInput } from '../../schemas/reviews'
import { appendAuditEvent } from '../../store/audit'
import { findQueue } from '../../store/review-queues'
import { insertReviewRecord, newestSetting, reviewRecords } from '../../store/review-records'
import { lockReviews, markReviews, reviewsOfThreads, saveReview } from '../../store/thread-reviews'
import type { ThreadRow } from '../../store/thread-rows'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { reviewerOf } from './person'
import { reviewFacts } from './review-facts'

type Client = Parameters<typeof lockReviews>[0]

/** @throws NOT_FOUND for absent and deleted threads alike */
export function getReview(ctx: ServiceContext, { uid }: { uid: string }): Promise<ReviewView> {
  return openThread(ctx, { uid }, (client, thread) => view(ctx, client, thread))
}

async function view(ctx: ServiceContext, client: Client, thread: ThreadRow): Promise<ReviewView> {
  const row = (await reviewsOfThreads(client, [thread])).get(thread.uid)
  return { uid: thread.uid, version: row?.version ?? 0, ...reviewFacts(ctx.principal, row) }
}

/**
 * Ends a review, or sets the status alone.
 *
 * @throws NOT_FOUND; CONFLICT when somebody else is at it, or it has changed since `ifVersion`; INVALID_INPUT for a seq that
 * is not there
 */
export async function setReview(ctx: ServiceContext, input: z.output<typeof SetReviewInput>): Promise<ReviewView> {
  const person = reviewerOf(ctx.principal)
  const review = await openThread(ctx, { uid: input.uid }, async (client, thread) => {
    const isFirst = (await lockReviews(client, [thread])).has(thread.uid)
    const before = (await reviewsOfThreads(client, [thread])).get(thread.uid)
    if (before?.claimedBy && before.claimedBy !== person.id) {
      throw new LociError('CONFLICT', `${before.claimedByName ?? 'Somebody'} is reviewing it just now.`)
    }
    if (input.ifVersion !== undefined && input.ifVersion !== (isFirst ? 0 : before?.version)) {
      throw new LociError('CONFLICT', 'Somebody has reviewed it meanwhile: look at it again.')
    }
    if (input.status === 'reviewed') await finish(ctx, client, { thread, input })
    else await markReviews(client, { threads: [thread], status: input.status })
    await appendAuditEvent(client, ctx, {
      tenant: thread.tenant,
      action: 'reviews.set',
      objectKind: 'thread',
      objectId: thread.uid,
      details: { status: input.status, outcome: input.outcome ?? null },
    })
    return view(ctx, client, thread)
  })
  ctx.threadChanges.note([review.uid])
  return review
}

async function finish(
  ctx: ServiceContext,
  client: Client,
  { thread, input }: { thread: ThreadRow; input: z.output<typeof SetReviewInput> },
): Promise<void> {
  const { email: reviewedBy } = reviewerOf(ctx.principal)
  const throughSeq = input.throughSeq ?? thread.messageCount
  if (throughSeq > thread.messageCount) {
    throw new LociError('INVALID_INPUT', `throughSeq: the thread has ${thread.messageCount} messages.`)
  }
  const queue = input.queueId === undefined ? null : await findQueue(client, input.queueId)
  const { outcome = null, reasons = [], score = null } = input
  const facts = { outcome, reasons, score, throughSeq, queueId: queue?.id ?? null }
  await saveReview(client, thread, { ...facts, status: 'reviewed', reviewedBy, reopens: queue?.reopens ?? false })
  const setting = await newestSetting(client, thread)
  await insertReviewRecord(client, thread, { ...facts, ...setting, id: uuidv7(), reviewer: reviewedBy })
}

const HISTORY = 200

/** All finished reviews of a thread, newest first, 200 at most. */
export function reviewHistory(ctx: ServiceContext, { uid }: { uid: string }): Promise<{ items: ReviewRecordView[] }> {
  return openThread(ctx, { uid }, async (client, thread) => ({
    items: (await reviewRecords(client, thread, { limit: HISTORY })).map(({ queueId: _queueId, ...record }) => ({
      ...record,
      createdAt: record.createdAt.toISOString(),
    })),
  }))
}
