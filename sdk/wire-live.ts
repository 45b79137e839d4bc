import type { StoredMessage } from './wire'

/** What is said of a thread that has changed. */
export interface LiveThread {
  uid: string
  threadId: string
  /** Moves with its messages. */
  revision: number
  messageCount: number
  tokenCount: number
  /** Moves with everything. */
  updatedAt: string
}

/**
 * - `open`: the first event: from here on nothing after seq `after` is missed.
 * - `messages`: new ones, in seq order, without a gap.
 * - `thread`: the thread has changed: its counts, title, tags, pins, or a message that was redacted.
 * - `deleted`: it is gone; the last event.
 */
export type ThreadEvent =
  | { type: 'open'; thread: LiveThread; after: number }
  | { type: 'messages'; items: StoredMessage[] }
  | { type: 'thread'; thread: LiveThread }
  | { type: 'deleted' }

/** What the server says besides, of the stream itself. */
export type StreamEvent = ThreadEvent | { type: 'end'; code: string; message: string; retryable: boolean }
