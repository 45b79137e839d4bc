import { z } from 'zod'
import { ScopeOrPattern, Timestamp } from './fields'
import { hasOneReference, type MessageView, oneReference, threadReference } from './messages'

/** A thread's events: after this seq, or from now on. */
export const WatchThreadInput = z
  .strictObject({ ...threadReference, after: z.int().min(0).optional() })
  .refine(hasOneReference, oneReference)
export type WatchThreadInput = z.output<typeof WatchThreadInput>

/** What is said of a thread that has changed. Its revision moves with its messages, `updatedAt` with everything. */
export const LiveThread = z.object({
  uid: z.uuid(),
  threadId: z.string(),
  revision: z.int(),
  messageCount: z.int(),
  tokenCount: z.int(),
  updatedAt: Timestamp,
})
export type LiveThread = z.infer<typeof LiveThread>

/**
 * - `open`: the first event; messages after `after` follow, whatever happens in between.
 * - `messages`: new ones, in seq order, without a gap.
 * - `thread`: something else of it has changed, too: title, tags, pins, a redaction.
 * - `deleted`: it is gone; the last event.
 * - `end`: the stream ends for another reason; come back when it is retryable.
 */
export type LiveEvent =
  | { type: 'open'; thread: LiveThread; after: number }
  | { type: 'messages'; items: z.infer<typeof MessageView>[] }
  | { type: 'thread'; thread: LiveThread }
  | { type: 'deleted' }
  | { type: 'end'; code: string; message: string; retryable: boolean }

/** Which threads of a list have changed: of one scope, or of many asked for by name (S2). For people alone. */
export const WatchThreadsInput = z.strictObject({ threads: z.strictObject(ScopeOrPattern) })
export type WatchThreadsInput = z.output<typeof WatchThreadsInput>

/**
 * - `open`: from now on nothing is missed.
 * - `threads`: these have changed, been made or deleted, 200 at most; `isMore`: others too. What they are now is asked of the list.
 */
export type LiveListEvent = { type: 'open' } | { type: 'threads'; uids: string[]; isMore: boolean }
