import { z } from 'zod'
import { ModelMessage } from '../../memory/message-schema'
import { AgentName, MessageId, ScopeInput, ThreadId } from '../../memory/scope-schema'
import { SIGNALS } from '../../memory/signals'
import { Window } from '../../memory/window-schema'
import {
  boundedText,
  Cursor,
  JsonValue,
  Metadata,
  PageSize,
  PassedObject,
  ScopeOrPattern,
  ScopeView,
  Tags,
  Timestamp,
  Title,
} from './fields'
import { MESSAGE_LIMIT, WindowSource } from './memory'
import { hasOneReference, oneReference, threadReference } from './messages'
import { ReviewFacts, ReviewOutcome, ReviewStatus } from './review-facts'

/** How long the trash keeps a thread, in days; then it is removed for good. */
export const TRASH_KEPT_DAYS = 30

export const ThreadSortKey = z.enum([
  'lastMessageAt',
  'createdAt',
  'updatedAt',
  'tokenCount',
  'messageCount',
  'title',
  'agentName',
  'scope',
])
export const ThreadSort = z.strictObject({ by: ThreadSortKey, order: z.enum(['asc', 'desc']) })
export type ThreadSort = z.infer<typeof ThreadSort>

/** What is worth a person's look in a thread, found without a model. */
export const SignalName = z.enum(SIGNALS)

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
  /** Any of these was found in the thread; the desk looks for them in the background. */
  signals: z.array(SignalName).min(1).max(SIGNALS.length).optional(),
  status: ReviewStatus.optional(),
  outcome: ReviewOutcome.optional(),
  /** An operator's id, or `none` for threads that are nobody's. */
  assignee: boundedText(128).min(1).optional(),
  /** The e-mail of whoever finished its newest review. */
  reviewer: boundedText(320).min(1).optional(),
  /** The trash instead of the living. */
  deleted: z.boolean().default(false),
}

export const ListThreadsInput = z.strictObject({
  ...ScopeOrPattern,
  ...ThreadFilters,
  /** Only these, as far as they match. */
  uids: z.array(z.uuid()).min(1).max(200).optional(),
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
  source: WindowSource,
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
  /** Set where the caller's role sees no content: title and lines are null then, whatever there is. */
  isWithheld: z.literal(true).optional(),
  tags: Tags,
  metadata: PassedObject,
  state: PassedObject.nullable(),
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
  /** What was found in it; likewise null for agents' keys. */
  signals: z.array(SignalName).nullable(),
  review: ReviewFacts,
})
export type ThreadView = z.infer<typeof ThreadView>

export const ListThreadsOutput = z.object({ items: z.array(ThreadView), nextCursor: z.string().nullable() })

export const GetThreadInput = z
  .strictObject({ ...threadReference, deleted: z.boolean().default(false) })
  .refine(hasOneReference, oneReference)

/** How long a conversation stays revealed to one person, in minutes. */
export const REVEALED_MINUTES = 30

/** For people whose role sees no content: shows them one conversation. The reason stands in the audit log. */
export const RevealThreadInput = z.strictObject({
  uid: z.uuid(),
  reason: boundedText(2_048)
    .trim()
    .min(3, { error: 'Say why, in at least 3 characters.' })
    .max(500, { error: 'At most 500 characters.' }),
})
export const RevealThreadOutput = z.object({ uid: z.uuid(), until: Timestamp })

const thread = {
  title: Title.nullable().optional(),
  tags: Tags.optional(),
  metadata: Metadata.optional(),
  state: JsonValue.optional(),
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

/** W2: a window of the thread's own. */
export const SetThreadWindowInput = z
  .strictObject({
    ...threadReference,
    /** Null follows the agent again. */
    window: Window.nullable(),
    /** Refused with CONFLICT when the thread's window has another version (0: it never had one). */
    ifVersion: z.int().min(0).optional(),
  })
  .refine(hasOneReference, oneReference)
export const SetThreadWindowOutput = z.object({ uid: z.uuid(), version: z.int(), window: Window.nullable() })

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
/**
 * With dryRun, `thread` is null, the counts say what the fork would hold, and `isIdFree` whether a living thread of the scope
 * has the id. `dropped`: messages that were selected and left out, since the selection splits their exchange.
 */
export const ForkThreadOutput = z.object({
  thread: ThreadView.nullable(),
  messages: z.int(),
  tokens: z.int(),
  dropped: z.int(),
  isIdFree: z.boolean(),
})

export const ThreadLineageInput = z.strictObject(threadReference).refine(hasOneReference, oneReference)
export const LineageNode = z.object({
  uid: z.uuid(),
  /** Null when the thread was purged. */
  threadId: z.string().nullable(),
  title: z.string().nullable(),
  parentUid: z.uuid().nullable(),
  forkedAtSeq: z.int().nullable(),
  /** Messages that the fork began with; null for a root, and where it was not noted. */
  copied: z.int().nullable(),
  messageCount: z.int().nullable(),
  tokenCount: z.int().nullable(),
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
