import { z } from 'zod'
import { MessageId } from '../../memory/scope-schema'
import { boundedText, Timestamp } from './fields'
import { hasOneReference, oneReference, threadReference } from './messages'

/** What the end user said of a thread, or of one message of it, by its seq or its id. */
export const AddFeedbackInput = z
  .strictObject({
    ...threadReference,
    seq: z.int().min(1).optional(),
    messageId: MessageId.optional(),
    /** 0 (bad) to 1 (good): a thumb is 0 or 1, four stars of five are 0.75. */
    value: z.number().min(0).max(1),
    comment: boundedText(4096).optional(),
    /** Where it was given, such as `widget`. */
    source: boundedText(256).optional(),
  })
  .refine(hasOneReference, oneReference)
  .refine(({ seq, messageId }) => seq === undefined || messageId === undefined, {
    message: 'Name the message by seq or by messageId, not both.',
  })
export type AddFeedbackInput = z.input<typeof AddFeedbackInput>

export const FeedbackView = z.object({
  id: z.uuid(),
  seq: z.int().nullable(),
  value: z.number(),
  comment: z.string().nullable(),
  source: z.string().nullable(),
  createdAt: Timestamp,
})
export type FeedbackView = z.infer<typeof FeedbackView>

export const ListFeedbackInput = z.strictObject(threadReference).refine(hasOneReference, oneReference)
/** Newest first, the last 200. */
export const ListFeedbackOutput = z.object({ items: z.array(FeedbackView) })
