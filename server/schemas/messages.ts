import { z } from 'zod'
import { ModelMessage } from '../../memory/message'
import { MessageId, RunId, ScopeInput, ThreadId } from '../../memory/scope'
import { Window } from '../../memory/window-config'
import { boundedText, PageSize, passedThrough, Timestamp } from './fields'
import { MESSAGE_LIMIT, WindowView, WriteMemoryOutput } from './memory'

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
  message: passedThrough<ModelMessage>(),
})
export type MessageView = z.infer<typeof MessageView>

export const ListMessagesOutput = z.object({ items: z.array(MessageView) })

/** One message as the text that is stored, for those to whom its digits and key order matter (M2). */
export const MessageTextInput = z
  .strictObject({ ...threadReference, seq: z.int().min(1) })
  .refine(hasOneReference, oneReference)
export const MessageTextOutput = z.object({ seq: z.int(), text: z.string() })

export const AppendMessagesInput = z
  .strictObject({ ...threadReference, messages: z.array(ModelMessage).min(1).max(MESSAGE_LIMIT) })
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
  totalTurns: z.int(),
  pinned: z.int(),
  /** The pinned seqs, ascending; of an exchange the seq of its call. */
  pins: z.array(z.int()),
  /** Reasons are those of memory/window.ts, which also has their words. */
  items: z.array(z.object({ seq: z.int(), isIn: z.boolean(), reason: z.string() })),
})
