import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { LociError } from '../../errors'
import type { AddFeedbackInput, FeedbackView, ListFeedbackInput, ListFeedbackOutput } from '../../schemas/feedback'
import { type FeedbackRow, feedbackOfThread, insertFeedback } from '../../store/feedback'
import { findMessage } from '../../store/redactions'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'

const view = (row: FeedbackRow): FeedbackView => ({ ...row, createdAt: row.createdAt.toISOString() })

/**
 * Keeps what an end user said.
 *
 * @throws NOT_FOUND for a thread that is not there; INVALID_INPUT for a message that is not
 */
export function addFeedback(ctx: ServiceContext, input: z.output<typeof AddFeedbackInput>): Promise<FeedbackView> {
  const { value, comment = null, source = null } = input
  return openThread(ctx, input, async (client, thread) => {
    const { messageId } = input
    const isOfMessage = input.seq !== undefined || messageId !== undefined
    const message = isOfMessage ? await findMessage(client, { thread, messageId, seq: input.seq }) : null
    if (isOfMessage && message === null) throw new LociError('INVALID_INPUT', 'The thread has no such message.')
    const seq = message?.seq ?? null
    return view(await insertFeedback(client, thread, { id: uuidv7(), seq, value, comment, source }))
  })
}

const LISTED = 200

export function listFeedback(
  ctx: ServiceContext,
  input: z.output<typeof ListFeedbackInput>,
): Promise<z.infer<typeof ListFeedbackOutput>> {
  return openThread(ctx, input, async (client, thread) => ({
    items: (await feedbackOfThread(client, thread, { limit: LISTED })).map(view),
  }))
}
