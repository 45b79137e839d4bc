import type { z } from 'zod'
import { actorName } from '../../auth/principal'
import { LociError, notFound } from '../../errors'
import type { PinMessageInput, PinMessageOutput } from '../../schemas/messages'
import { insertPin, pinnedSeqs, removePin } from '../../store/pins'
import { findMessage } from '../../store/redactions'
import { touchThreads } from '../../store/threads'
import type { ServiceContext } from '../context'
import { openThread } from './open-thread'

/** W6: pins of one thread. */
export const PIN_LIMIT = 20

/**
 * messages.pin: keeps a message, with its whole exchange, in every window of its thread but `off` (W6), or lets it go.
 * Pinning what is pinned changes nothing.
 *
 * @throws NOT_FOUND for the thread (S3) or the message; CONFLICT when the thread has 20 pins
 */
export async function pinMessage(
  ctx: ServiceContext,
  input: z.output<typeof PinMessageInput>,
): Promise<z.infer<typeof PinMessageOutput>> {
  const { messageId, seq, pinned } = input
  const { uid, answer } = await openThread(ctx, { ...input, lock: true }, async (client, thread) => {
    const message = await findMessage(client, { thread, messageId, seq })
    if (!message) throw notFound('message')
    const before = await pinnedSeqs(client, thread)
    const isPinned = before.includes(message.openerSeq)
    if (pinned && !isPinned) {
      if (before.length >= PIN_LIMIT) {
        throw new LociError('CONFLICT', `A thread has at most ${PIN_LIMIT} pins; unpin one first.`)
      }
      await insertPin(client, { thread, seq: message.openerSeq, createdBy: actorName(ctx.principal) })
    }
    if (!pinned && isPinned) await removePin(client, { thread, seq: message.openerSeq })
    if (pinned !== isPinned) await touchThreads(client, [thread])
    const pins = await pinnedSeqs(client, thread)
    return { uid: thread.uid, answer: { seq: message.openerSeq, pinned, pins } }
  })
  ctx.threadChanges.note([uid])
  return answer
}
