import type { z } from 'zod'
import type { ListMessagesInput, ListMessagesOutput } from '../../schemas/messages'
import { listMessages as listRows } from '../../store/messages'
import type { ServiceContext } from '../context'
import { messageView } from './message-view'
import { openThread } from './open-thread'

/** messages.list: one page of a thread in seq order, each message as the text it was stored as (M2, M3). */
export async function listMessages(
  ctx: ServiceContext,
  input: z.output<typeof ListMessagesInput>,
): Promise<z.infer<typeof ListMessagesOutput>> {
  const { limit, before, after, beforeRunId } = input
  return openThread(ctx, input, async (client, thread) => {
    const rows = await listRows(client, { thread, limit, before, after, beforeRunId })
    return { items: rows.map(messageView) }
  })
}
