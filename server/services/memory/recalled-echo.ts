import type { PreparedMessage } from './prepare-messages'
import { listHash, type ReadToken, shortHash } from './read-token'

/** The id under which a message of another thread is handed out, so that its echo is known by it alone. */
export function recalledId(threadUid: string, seq: number): string {
  return `recalled:${threadUid}:${seq}`
}

const RECALLED_ID = /^recalled:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[1-9]\d{0,9}$/

/** Does the list begin with exactly the thread's own messages that the read handed out? */
export function startsWithHanded(messages: readonly PreparedMessage[], token: ReadToken): boolean {
  if (messages.length < token.count) return false
  return listHash(messages.slice(0, token.count).map(({ hash }) => hash)) === token.hash
}

/**
 * R2: a write without the messages that were recalled in other threads and have come back: those with such an id, wherever
 * they stand; and where ids were dropped, those in front that the read handed out in front of the thread's own.
 */
export function withoutRecalled(
  messages: readonly PreparedMessage[],
  token: ReadToken | null,
): { messages: readonly PreparedMessage[]; dropped: number } {
  const kept = messages.filter(({ id }) => id === undefined || !RECALLED_ID.test(id))
  if (kept.length < messages.length) return { messages: kept, dropped: messages.length - kept.length }
  const dropped = token ? leadingEchoes(messages, token) : 0
  return { messages: messages.slice(dropped), dropped }
}

/**
 * How many messages in front are recalled ones: all that were handed out, or (a list may have been cut at its beginning)
 * the last of them. A single one counts only where the thread's own follow: it could be new.
 */
function leadingEchoes(messages: readonly PreparedMessage[], token: ReadToken): number {
  const handed = token.recalled ?? []
  const begins = messages.slice(0, handed.length).map(({ hash }) => shortHash(hash))
  for (let length = begins.length; length > 0; length -= 1) {
    const end = handed.slice(handed.length - length)
    if (!end.every((hash, index) => hash === begins[index])) continue
    const isAll = length === handed.length && length > 1
    if (isAll || startsWithHanded(messages.slice(length), token)) return length
  }
  return 0
}
