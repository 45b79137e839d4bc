import type { z } from 'zod'
import { messageText } from '../../../memory/message'
import { storedMessage } from '../../../memory/stored-message'
import type { OutlineThreadInput, OutlineThreadOutput } from '../../schemas/messages'
import { type UserMessageRow, userMessages } from '../../store/user-messages'
import type { ServiceContext } from '../context'
import { openThread } from './open-thread'

/** Messages that one page may look through: a thread of tools alone must not cost more. */
const STRETCH = 5_000
/** Characters of the first words. */
const WORDS = 120

/**
 * messages.outline: where the user spoke, with the first words. A page goes back from `before` (the thread's end without
 * it) or on from `after`, looks through at most 5,000 messages, and says from where the next one goes on, if any.
 *
 * @throws NOT_FOUND (S3)
 */
export async function outlineThread(
  ctx: ServiceContext,
  input: z.output<typeof OutlineThreadInput>,
): Promise<z.infer<typeof OutlineThreadOutput>> {
  const { after, limit } = input
  return openThread(ctx, input, async (client, thread) => {
    const count = thread.messageCount
    const isForward = after !== undefined
    const before = Math.min(input.before ?? count + 1, count + 1)
    const from = isForward ? after + 1 : Math.max(1, before - STRETCH)
    const to = isForward ? Math.min(count, after + STRETCH) : before - 1
    const order = isForward ? 'asc' : 'desc'
    const rows = await userMessages(client, { thread, from, to, order, limit })
    const items = rows.map(outlineItem)
    if (!isForward) items.reverse()
    const isFull = rows.length === limit
    const last = rows.at(-1)?.seq ?? 0
    if (isForward) {
      const next = isFull ? last : to
      return { items, next: next < count ? next : null }
    }
    const next = isFull ? last : from
    return { items, next: next > 1 ? next : null }
  })
}

function outlineItem({ seq, createdAt, isRedacted, raw }: UserMessageRow) {
  return { seq, createdAt: createdAt.toISOString(), text: isRedacted || raw === null ? null : firstWords(raw) }
}

/** The start of what was said, as one line; empty where it holds no text. */
function firstWords(raw: string): string {
  const text = messageText(storedMessage(raw))
  const line = text
    .slice(0, WORDS * 4)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > WORDS
    ? `${line
        .slice(0, WORDS)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : line.toWellFormed()
}
