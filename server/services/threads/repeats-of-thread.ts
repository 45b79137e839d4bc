import type { PoolClient } from 'pg'
import { findRepeats, type RepeatFindings } from '../../../memory/duplicates'
import { LociError } from '../../errors'
import { COMPARE_LIMIT } from '../../schemas/compare'
import { loadMessageKeys, type MessageKeyRow } from '../../store/message-keys'
import type { ThreadRow } from '../../store/thread-rows'

/** @throws TOO_LARGE for threads of more than 100,000 messages */
export async function keysOfThread(client: PoolClient, thread: ThreadRow): Promise<MessageKeyRow[]> {
  if (thread.messageCount > COMPARE_LIMIT) {
    throw new LociError('TOO_LARGE', 'Threads of more than 100,000 messages cannot be compared.')
  }
  return loadMessageKeys(client, { thread, to: thread.messageCount })
}

/** What of a thread was stored again, and the messages that are left without it. */
export function withoutRepeats(
  keys: readonly MessageKeyRow[],
): RepeatFindings & { kept: MessageKeyRow[]; left: MessageKeyRow[] } {
  const { repeats, certainty } = findRepeats(keys)
  let next = 0
  const isLeftOut = ({ seq }: MessageKeyRow) => {
    while ((repeats[next]?.to ?? Number.POSITIVE_INFINITY) < seq) next += 1
    return seq >= (repeats[next]?.from ?? Number.POSITIVE_INFINITY)
  }
  const kept: MessageKeyRow[] = []
  const left: MessageKeyRow[] = []
  for (const key of keys) (isLeftOut(key) ? left : kept).push(key)
  return { repeats, certainty, kept, left }
}
