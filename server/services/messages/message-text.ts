import type { z } from 'zod'
import { notFound } from '../../errors'
import type { MessageTextInput, MessageTextOutput } from '../../schemas/messages'
import { listMessages } from '../../store/messages'
import type { ServiceContext } from '../context'
import { openThread } from './open-thread'

/** messages.text: the stored text of one message, unparsed (M2). @throws NOT_FOUND (S3), also for a seq that is not there */
export async function messageText(
  ctx: ServiceContext,
  input: z.output<typeof MessageTextInput>,
): Promise<z.infer<typeof MessageTextOutput>> {
  const { seq } = input
  return openThread(ctx, input, async (client, thread) => {
    const [row] = await listMessages(client, { thread, limit: 1, before: seq + 1 })
    if (row?.seq !== seq) throw notFound('message')
    return { seq, text: row.raw }
  })
}
