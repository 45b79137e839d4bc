import { z } from 'zod'
import { boundedText, Timestamp } from './fields'
import { outcomeOfReviewed, ReviewFacts, ReviewOutcome, ReviewStatus } from './review-facts'
import { ThreadView } from './threads'
import { ThreadViewState } from './views'

/** Counting what a queue holds stops here; the answer then says that there may be more. */
export const BACKLOG_CAP = 1_000
const Count = z.object({ count: z.int(), capped: z.boolean() })

const { sort: _sort, columns: _columns, ...queueFilters } = ThreadViewState.shape
/** Which threads a queue is made of: the filters of a saved view. Days are UTC. */
export const QueueFilters = z.strictObject(queueFilters)
export type QueueFilters = z.infer<typeof QueueFilters>

const queue = {
  name: boundedText(256).trim().min(1),
  filters: QueueFilters,
  /** Percent of what matches; which threads is told by their uids, so it never changes. */
  share: z.int().min(1).max(100),
  /** How long "next" keeps a thread for one person. */
  claimMinutes: z.int().min(1).max(480),
  /** Whether new messages open what was reviewed; else they are only counted. */
  reopens: z.boolean(),
  /** Operators' ids; none means everybody who may review. */
  members: z.array(boundedText(128).min(1)).max(200),
}

export const QueueView = z.object({
  id: z.uuid(),
  ...queue,
  version: z.int(),
  updatedAt: Timestamp,
  /** Threads that are open and nobody's at the moment, whoever may take them. */
  backlog: Count,
  /** When the longest waiting of them had its last message. */
  oldestAt: Timestamp.nullable(),
  /** Of the caller: whether they are a member, and the thread they are at. */
  isMember: z.boolean(),
  holding: z.uuid().nullable(),
})
export type QueueView = z.infer<typeof QueueView>
export const ListQueuesOutput = z.object({ items: z.array(QueueView) })

/** How many queues there are at most. */
export const QUEUE_LIMIT = 50
export const CreateQueueInput = z.strictObject({
  ...queue,
  filters: QueueFilters.default({}),
  share: queue.share.default(100),
  claimMinutes: queue.claimMinutes.default(15),
  reopens: queue.reopens.default(false),
  members: queue.members.default([]),
})
export type CreateQueueInput = z.input<typeof CreateQueueInput>
export const UpdateQueueInput = z.strictObject({ id: z.uuid(), ...queue, ifVersion: z.int().optional() }).partial({
  name: true,
  filters: true,
  share: true,
  claimMinutes: true,
  reopens: true,
  members: true,
})
export type UpdateQueueInput = z.input<typeof UpdateQueueInput>
export const QueueReference = z.strictObject({ id: z.uuid() })
export const QueueChanged = z.object({ id: z.uuid() })
export const DeleteQueueOutput = z.object({ deleted: z.union([z.literal(0), z.literal(1)]) })

export const ReviewReasons = z.object({ items: z.array(z.string()) })
/** The whole list, in its order. */
export const SetReasonsInput = z.strictObject({ items: z.array(boundedText(128).trim().min(1)).max(50) })

export const ReviewReference = z.strictObject({ uid: z.uuid() })

/** A review with what guards it against a second one. */
export const ReviewView = ReviewFacts.extend({ uid: z.uuid(), version: z.int() })
export type ReviewView = z.infer<typeof ReviewView>

/**
 * `reviewed` ends a review: it holds up to `throughSeq` (the newest there is unless said), is kept in the history, and gives
 * back the claim. Reasons are of a fail alone.
 */
export const SetReviewInput = z
  .strictObject({
    uid: z.uuid(),
    status: ReviewStatus,
    outcome: ReviewOutcome.nullable().optional(),
    reasons: z.array(boundedText(128).min(1)).max(20).optional(),
    score: z.int().min(0).max(100).nullable().optional(),
    throughSeq: z.int().min(0).optional(),
    queueId: z.uuid().optional(),
    /** Refused with CONFLICT when the review has another version (0: there is none yet). */
    ifVersion: z.int().min(0).optional(),
  })
  .refine(({ outcome, reasons = [] }) => reasons.length === 0 || outcome === 'fail', {
    message: 'Reasons belong to an outcome of fail.',
  })
export type SetReviewInput = z.input<typeof SetReviewInput>

export const ReviewRecordView = z.object({
  id: z.uuid(),
  reviewer: z.string(),
  throughSeq: z.int(),
  outcome: ReviewOutcome.nullable(),
  reasons: z.array(z.string()),
  score: z.int().nullable(),
  agentName: z.string().nullable(),
  configVersion: z.int().nullable(),
  createdAt: Timestamp,
})
export type ReviewRecordView = z.infer<typeof ReviewRecordView>
/** Newest first, the last 200. */
export const ReviewHistoryOutput = z.object({ items: z.array(ReviewRecordView) })

/** `skipped` hands out again what the caller has skipped, when nothing else is left. */
export const NextReviewInput = z.strictObject({ queueId: z.uuid(), skipped: z.boolean().default(false) })
/** `skipped`: how many are left that the caller has skipped. */
export const NextReviewOutput = z.object({ thread: ThreadView.nullable(), skipped: Count })

/** Gives a claim back; with `skip` the thread is left to others until it changes. */
export const ReleaseReviewInput = z.strictObject({ uid: z.uuid(), skip: z.boolean().default(false) })
/** `released` is false when the caller did not hold it. */
export const ReleaseReviewOutput = z.object({ released: z.boolean() })

const uids = z.array(z.uuid()).min(1).max(200)
/** An operator's id; null makes them nobody's. */
export const Assignee = boundedText(128).min(1).nullable()
export const AssignReviewsInput = z.strictObject({ uids, assignee: Assignee })
/** With an outcome each is reviewed up to its newest message, without reasons. */
export const MarkReviewsInput = z
  .strictObject({ uids, status: ReviewStatus, outcome: ReviewOutcome.optional() })
  .refine(...outcomeOfReviewed)
