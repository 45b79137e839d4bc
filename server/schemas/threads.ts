import { z } from 'zod'
import { ModelMessage } from '../../memory/message'
import { AgentName, MessageId, ScopeInput, ThreadId } from '../../memory/scope'
import {
  boundedText,
  Cursor,
  Metadata,
  PageSize,
  passedThrough,
  ScopeOrPattern,
  ScopeView,
  Tags,
  Timestamp,
  Title,
} from './fields'
import { MESSAGE_LIMIT } from './memory'
import { hasOneReference, oneReference, threadReference } from './messages'

/** How long the trash keeps a thread, in days; then it is removed for good. */
export const TRASH_KEPT_DAYS = 30

export const ThreadSortKey = z.enum(['lastMessageAt', 'createdAt', 'tokenCount', 'messageCount', 'title'])
export const ThreadSort = z.strictObject({ by: ThreadSortKey, order: z.enum(['asc', 'desc']) })
export type ThreadSort = z.infer<typeof ThreadSort>

export const ThreadFilters = {
  agentName: AgentName.optional(),
  tags: Tags.optional(),
  /** Words in titles, ids and messages. */
  text: boundedText(1024)
    .refine((value) => [...value].length <= 256, { message: 'At most 256 characters.' })
    .optional(),
  createdAfter: Timestamp.optional(),
  createdBefore: Timestamp.optional(),
  activeAfter: Timestamp.optional(),
  activeBefore: Timestamp.optional(),
  minTokens: z.int().min(0).optional(),
  maxTokens: z.int().min(0).optional(),
  /** The trash instead of the living. */
  deleted: z.boolean().default(false),
}

export const ListThreadsInput = z.strictObject({
  ...ScopeOrPattern,
  ...ThreadFilters,
  sort: ThreadSort.default({ by: 'lastMessageAt', order: 'desc' }),
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
})
export type ListThreadsInput = z.input<typeof ListThreadsInput>

export const CountThreadsInput = z.strictObject({ ...ScopeOrPattern, ...ThreadFilters })

/** `capped` means: this many or more. */
export const CountThreadsOutput = z.object({ count: z.int(), capped: z.boolean() })

/** What the agent sees of a thread now, for the memory bar: tokens outside, in the summary, kept apart (pins, first), inside. */
export const SeenView = z.object({
  strategy: z.string(),
  messages: z.int(),
  tokens: z.int(),
  /** Seqs, inclusive. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** Parts of the whole thread in order, by tokens. */
  segments: z.array(z.object({ kind: z.enum(['out', 'in', 'summary', 'pin']), tokens: z.int() })),
  overBudget: z.boolean(),
})
export type SeenView = z.infer<typeof SeenView>

export const ThreadView = z.object({
  uid: z.uuid(),
  threadId: z.string(),
  scope: ScopeView,
  agentName: z.string().nullable(),
  title: z.string().nullable(),
  firstLine: z.string().nullable(),
  lastLine: z.string().nullable(),
  tags: Tags,
  metadata: passedThrough<Record<string, unknown>>(),
  state: passedThrough<Record<string, unknown>>().nullable(),
  messageCount: z.int(),
  tokenCount: z.int(),
  counter: z.string(),
  revision: z.int(),
  parentUid: z.uuid().nullable(),
  forkedAtSeq: z.int().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastMessageAt: Timestamp.nullable(),
  accessedAt: Timestamp,
  deletedAt: Timestamp.nullable(),
  /** Only in lists and gets made for people; null for agents' keys. */
  seen: SeenView.nullable(),
})
export type ThreadView = z.infer<typeof ThreadView>

export const ListThreadsOutput = z.object({ items: z.array(ThreadView), nextCursor: z.string().nullable() })

export const GetThreadInput = z
  .strictObject({ ...threadReference, deleted: z.boolean().default(false) })
  .refine(hasOneReference, oneReference)

const thread = {
  title: Title.nullable().optional(),
  tags: Tags.optional(),
  metadata: Metadata.optional(),
  state: z.json().optional(),
  agentName: AgentName.optional(),
}

export const CreateThreadInput = z.strictObject({
  threadId: ThreadId.optional(),
  scope: ScopeInput.optional(),
  ...thread,
})

/** Tags given here replace the thread's; `addTags` and `removeTags` change single ones. Metadata is merged by key. */
export const UpdateThreadInput = z
  .strictObject({
    ...threadReference,
    ...thread,
    addTags: Tags.optional(),
    removeTags: z.array(z.string().trim()).max(64).optional(),
  })
  .refine(hasOneReference, oneReference)
export type UpdateThreadInput = z.input<typeof UpdateThreadInput>

/** The whole thread unless one of lastMessages, upTo, messageIds or messages narrows it. */
export const ForkThreadInput = z
  .strictObject({
    threadId: ThreadId,
    fromThreadId: ThreadId.optional(),
    fromUid: z.uuid().optional(),
    scope: ScopeInput.optional(),
    lastMessages: z.int().min(1).max(MESSAGE_LIMIT).optional(),
    /** A message id or a seq, inclusive. */
    upTo: z.union([MessageId, z.int().min(1)]).optional(),
    messageIds: z.array(MessageId).min(1).max(MESSAGE_LIMIT).optional(),
    messages: z.array(ModelMessage).max(MESSAGE_LIMIT).optional(),
    title: Title.optional(),
    dryRun: z.boolean().default(false),
  })
  .refine((input) => (input.fromThreadId === undefined) !== (input.fromUid === undefined), {
    message: 'Name the source by fromThreadId or by fromUid, one of them.',
  })
  .refine(
    (input) =>
      [input.lastMessages, input.upTo, input.messageIds, input.messages].filter((value) => value !== undefined)
        .length <= 1,
    { message: 'At most one of lastMessages, upTo, messageIds and messages.' },
  )
export type ForkThreadInput = z.input<typeof ForkThreadInput>
/** With dryRun, `thread` is null and the counts say what the fork would hold. */
export const ForkThreadOutput = z.object({ thread: ThreadView.nullable(), messages: z.int(), tokens: z.int() })

export const ThreadLineageInput = z.strictObject(threadReference).refine(hasOneReference, oneReference)
export const LineageNode = z.object({
  uid: z.uuid(),
  /** Null when the thread was purged. */
  threadId: z.string().nullable(),
  title: z.string().nullable(),
  parentUid: z.uuid().nullable(),
  forkedAtSeq: z.int().nullable(),
  messageCount: z.int().nullable(),
  createdAt: Timestamp,
  deleted: z.boolean(),
  purged: z.boolean(),
})
export const ThreadLineageOutput = z.object({ items: z.array(LineageNode) })

export const DeleteThreadInput = z.strictObject(threadReference).refine(hasOneReference, oneReference)
export const DeleteThreadOutput = z.object({ deleted: z.union([z.literal(0), z.literal(1)]), uid: z.uuid().nullable() })

/** Newest deleted thread of that id unless `uid` says which; `asThreadId` when the id is taken meanwhile. */
export const RestoreThreadInput = z
  .strictObject({
    threadId: ThreadId.optional(),
    uid: z.uuid().optional(),
    scope: ScopeInput.optional(),
    asThreadId: ThreadId.optional(),
  })
  .refine((input) => input.threadId !== undefined || input.uid !== undefined, {
    message: 'Name the thread by threadId or by uid.',
  })

/** People act on a selection of rows; each uid is answered for. */
export const BulkThreadsInput = z.strictObject({ uids: z.array(z.uuid()).min(1).max(200) })

export const BulkTagThreadsInput = BulkThreadsInput.extend({
  addTags: Tags.optional(),
  removeTags: z.array(z.string().trim()).max(64).optional(),
}).refine((input) => input.addTags !== undefined || input.removeTags !== undefined, {
  message: 'Say addTags or removeTags.',
})

/** `not-found` also for what is deleted (or, when restoring, is not), `conflict` for an id that a living thread has. */
export const BulkOutcome = z.enum(['done', 'not-found', 'conflict', 'too-many-tags'])
export type BulkOutcome = z.infer<typeof BulkOutcome>
export const BulkThreadsOutput = z.object({ items: z.array(z.object({ uid: z.uuid(), outcome: BulkOutcome })) })
export type BulkThreadsOutput = z.infer<typeof BulkThreadsOutput>
