import { z } from 'zod'
import { ModelMessage } from '../../memory/message-schema'
import { MessageId, RunId, ScopeInput, ThreadId } from '../../memory/scope-schema'
import { Window } from '../../memory/window-schema'
import { boundedText, PageSize, PassedMessage, Timestamp } from './fields'
import { IdempotencyKey, MESSAGE_LIMIT, WindowView, WriteMemoryOutput } from './memory'
import { SEARCH_LIMIT } from './search'

/** A thread by its own id within a scope, or by its uid; exactly one of the two. */
export const threadReference = { threadId: ThreadId.optional(), uid: z.uuid().optional(), scope: ScopeInput.optional() }
export const hasOneReference = (input: { threadId?: string | undefined; uid?: string | undefined }) =>
  (input.threadId === undefined) !== (input.uid === undefined)
export const oneReference = { message: 'Name the thread by threadId or by uid, one of them.' }

export const ListMessagesInput = z
  .strictObject({
    ...threadReference,
    limit: PageSize.default(50),
    /** Seqs, exclusive; the first seq is 1. Without either, the newest page. */
    before: z.int().min(1).optional(),
    after: z.int().min(0).optional(),
    /** Only what stood there before this run wrote. */
    beforeRunId: RunId.optional(),
  })
  .refine(hasOneReference, oneReference)
  .refine((input) => input.before === undefined || input.after === undefined, { message: 'before or after, not both.' })
export type ListMessagesInput = z.input<typeof ListMessagesInput>

export const MessageView = z.object({
  seq: z.int(),
  tokens: z.int(),
  entryId: z.uuid(),
  createdAt: Timestamp,
  /** When its text was taken out; absent while it is there. */
  redactedAt: Timestamp.optional(),
  message: PassedMessage,
})
export type MessageView = z.infer<typeof MessageView>

export const ListMessagesOutput = z.object({ items: z.array(MessageView) })

/** One message as the text that is stored, for those to whom its digits and key order matter (M2). */
export const MessageTextInput = z
  .strictObject({ ...threadReference, seq: z.int().min(1) })
  .refine(hasOneReference, oneReference)
export const MessageTextOutput = z.object({ seq: z.int(), text: z.string() })

/** Where in one thread a text stands: what is typed is compared as search.messages compares it. Blank finds nothing. */
export const FindMessagesInput = z
  .strictObject({
    ...threadReference,
    query: z.string().refine((value) => [...value].length <= SEARCH_LIMIT, { message: 'At most 256 characters.' }),
    /** A seq, exclusive: only what stands before it. */
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(1_000).default(500),
  })
  .refine(hasOneReference, oneReference)

/** The newest places, ascending. `earlier`: messages before these that hold the words, by the index; 0 when none is left. */
export const FindMessagesOutput = z.object({ seqs: z.array(z.int()), earlier: z.int() })

/** Where the user spoke: a page back from `before` (from the end without it), or on from `after`. Seqs, exclusive. */
export const OutlineThreadInput = z
  .strictObject({
    ...threadReference,
    before: z.int().min(1).optional(),
    after: z.int().min(0).optional(),
    limit: PageSize.default(100),
  })
  .refine(hasOneReference, oneReference)
  .refine((input) => input.before === undefined || input.after === undefined, { message: 'before or after, not both.' })

/** `text`: the first words, null where the message is redacted or very long. `next`: where the page beyond begins. */
export const OutlineThreadOutput = z.object({
  items: z.array(z.object({ seq: z.int(), createdAt: Timestamp, text: z.string().nullable() })),
  /** The `before` or the `after` of the next page in the same direction; a page can be empty and still have one. */
  next: z.int().nullable(),
})

/** What an agent had been given before it wrote an entry. */
export const GivenMessagesInput = z
  .strictObject({ ...threadReference, entryId: z.uuid() })
  .refine(hasOneReference, oneReference)

export const GivenMessagesOutput = z.object({
  entryId: z.uuid(),
  writtenAt: Timestamp,
  agentName: z.string().nullable(),
  runId: z.string().nullable(),
  /** The first seq of what was written; 0 when nothing was. */
  firstSeq: z.int(),
  /** Null when the agent wrote without having read. */
  read: z
    .object({
      /** Seqs, inclusive, in order. */
      ranges: z.array(z.tuple([z.int(), z.int()])),
      /** Seqs that were given as copies without their tool calls (W3). */
      copies: z.array(z.int()),
      messages: z.int(),
      tokens: z.int(),
      /** Messages that the thread held then. */
      totalMessages: z.int(),
      source: z.string(),
      configVersion: z.int(),
      summaryVersion: z.int().nullable(),
      /** Messages of other threads that were recalled. */
      recalled: z.int(),
    })
    .nullable(),
})
export type GivenMessages = z.infer<typeof GivenMessagesOutput>

export const AppendMessagesInput = z
  .strictObject({
    ...threadReference,
    messages: z.array(ModelMessage).min(1).max(MESSAGE_LIMIT),
    /** R5: a repeated call under the same key gets the first answer. */
    idempotencyKey: IdempotencyKey.optional(),
  })
  .refine(hasOneReference, oneReference)
export const AppendMessagesOutput = WriteMemoryOutput

const oneMessage = { messageId: MessageId.optional(), seq: z.int().min(1).optional() }
const hasOneMessage = (input: { messageId?: string | undefined; seq?: number | undefined }) =>
  (input.messageId === undefined) !== (input.seq === undefined)
const namesOneMessage = { message: 'Name the message by messageId or by seq, one of them.' }

/** W6: pins a message with its exchange, or with `pinned: false` lets it go. */
export const PinMessageInput = z
  .strictObject({ ...threadReference, ...oneMessage, pinned: z.boolean().default(true) })
  .refine(hasOneReference, oneReference)
  .refine(hasOneMessage, namesOneMessage)
export type PinMessageInput = z.input<typeof PinMessageInput>

/** `seq`: of the call, where the message belongs to an exchange. `pins`: all of the thread's. */
export const PinMessageOutput = z.object({ seq: z.int(), pinned: z.boolean(), pins: z.array(z.int()) })

/** Takes the text of one message out for good. `reason` is kept, so it should hold nothing of the text. */
export const RedactMessageInput = z
  .strictObject({ ...threadReference, ...oneMessage, reason: boundedText(1024).min(1).optional() })
  .refine(hasOneReference, oneReference)
  .refine(hasOneMessage, namesOneMessage)
export type RedactMessageInput = z.input<typeof RedactMessageInput>

/** How many messages were redacted, the copies in forks included, in how many threads; 0 when it was redacted before. */
export const RedactMessageOutput = z.object({ seq: z.int(), redacted: z.int(), threads: z.int() })

/**
 * What an agent sees of a thread now, message by message (W5): for the rail, the bar and the line where the window
 * begins. `items` says in or out and why for each seq of the page asked for; the totals hold for the whole thread.
 */
export const WindowOfThreadInput = z
  .strictObject({ ...threadReference, from: z.int().min(1).default(1), to: z.int().min(1).optional() })
  .refine(hasOneReference, oneReference)

export const WindowOfThreadOutput = z.object({
  window: WindowView,
  /** The settings that were resolved, to be shown beside the figures. */
  settings: Window,
  /** Of the thread's own window, whether it has one now or not (0: never); for `threads.setWindow`. */
  ownVersion: z.int(),
  totalTurns: z.int(),
  pinned: z.int(),
  /** The pinned seqs, ascending; of an exchange the seq of its call. */
  pins: z.array(z.int()),
  /** Reasons are those of memory/window.ts, which also has their words. */
  items: z.array(z.object({ seq: z.int(), isIn: z.boolean(), reason: z.string() })),
})
