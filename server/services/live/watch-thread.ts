import { assertAccess, mayRead } from '../../auth/permissions'
import type { Principal } from '../../auth/principal'
import { LociError } from '../../errors'
import type { LiveEvent, LiveThread, WatchThreadInput } from '../../schemas/live'
import { listMessages, type MessageRow } from '../../store/messages'
import { stateOfNotes } from '../../store/notes'
import type { ThreadRow } from '../../store/thread-rows'
import { noteContentRead } from '../audit/content-reads'
import type { ServiceContext } from '../context'
import { messageView } from '../messages/message-view'
import { openThread } from '../messages/open-thread'
import { isRevealed } from '../threads/revealed'

/** How often the caller's right is looked at again, in ms; before each delivery it is, too. */
const RIGHT_MS = 5_000
/** How often a thread is looked at without being told of a change, for one that was not heard. */
const LOOK_MS = 15_000
const PAGE = 100

/**
 * - `beat`: nothing happened; said from time to time, so that a line that is dead is noticed.
 * - `notes`: people have written about the thread; told to people alone.
 */
export type WatchedEvent = LiveEvent | { type: 'beat' } | { type: 'notes' }

export interface WatchOptions {
  readonly signal: AbortSignal
  /** Who the caller is now. @throws UNAUTHENTICATED when its key was revoked or its session has ended */
  readonly authenticate: () => Promise<Principal>
}

/**
 * A thread's events from a seq on, without a gap: each look at the thread asks for what stands after the last delivery, so
 * a notification says when to look and never what. Whoever takes the events slowly makes the looks fewer.
 *
 * @throws NOT_FOUND (S3) before the first event; UNAUTHENTICATED or FORBIDDEN when the caller has lost its right
 */
export async function* watchThread(
  ctx: ServiceContext,
  input: WatchThreadInput,
  { signal, authenticate }: WatchOptions,
): AsyncGenerator<WatchedEvent, void, void> {
  const first = await openThread(ctx, input, async (_client, thread) => thread)
  await stillAllowed(ctx, { uid: first.uid, authenticate: async () => ctx.principal })
  const { uid } = first
  await noteContentRead(ctx, { path: 'threads.subscribe', input: { uid }, answer: undefined })
  const watch = ctx.threadChanges.watch(uid)
  try {
    let after = input.after ?? first.messageCount
    let known = stateOf(first)
    let knownNotes: string | null = null
    yield { type: 'open', thread: liveThread(first), after }
    while (!signal.aborted) {
      const principal = await stillAllowed(ctx, { uid, authenticate })
      const seen = await look({ ...ctx, principal }, { uid, scope: input.scope, after })
      if (seen === null) {
        yield { type: 'deleted' }
        return
      }
      const { thread, rows, notes } = seen
      const last = rows.at(-1)
      if (last) {
        after = last.seq
        yield { type: 'messages', items: rows.map(messageView) }
      }
      const isChanged = stateOf(thread) !== known
      known = stateOf(thread)
      if (isChanged) yield { type: 'thread', thread: liveThread(thread) }
      if (knownNotes !== null && notes !== knownNotes) yield { type: 'notes' }
      knownNotes = notes
      if (last && thread.messageCount > after) continue

      let isTold = false
      for (let waitedMs = 0; !isTold && waitedMs < LOOK_MS && !signal.aborted; waitedMs += RIGHT_MS) {
        isTold = await watch.changed(RIGHT_MS, signal)
        if (!isTold) await stillAllowed(ctx, { uid, authenticate })
      }
      if (!isTold) yield { type: 'beat' }
    }
  } finally {
    watch.close()
  }
}

async function stillAllowed(
  ctx: ServiceContext,
  { uid, authenticate }: Pick<WatchOptions, 'authenticate'> & { uid: string },
): Promise<Principal> {
  const principal = await authenticate()
  const isShown = mayRead(principal) || (await isRevealed({ ...ctx, principal }, uid))
  assertAccess(principal, { key: 'read', operator: isShown ? 'view' : 'read' })
  return principal
}

/** Null for a thread that is gone (S3). */
async function look(
  ctx: ServiceContext,
  { after, ...named }: { uid: string; scope: WatchThreadInput['scope']; after: number },
): Promise<{ thread: ThreadRow; rows: MessageRow[]; notes: string | null } | null> {
  try {
    return await openThread(ctx, named, async (client, thread) => {
      const notes = ctx.principal.kind === 'operator' ? await stateOfNotes(client, thread) : null
      if (thread.messageCount <= after) return { thread, rows: [], notes }
      const page = (limit: number) => listMessages(client, { thread, limit, after })
      // A hundred long messages may be more than an answer holds; one of them never is.
      const rows = await page(PAGE).catch((error: unknown) => {
        if (error instanceof LociError && error.code === 'TOO_LARGE') return page(1)
        throw error
      })
      return { thread, rows, notes }
    })
  } catch (error) {
    if (error instanceof LociError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

function stateOf({ revision, updatedAt }: ThreadRow): string {
  return `${revision} ${updatedAt.getTime()}`
}

function liveThread(thread: ThreadRow): LiveThread {
  const { uid, threadId, revision, messageCount, tokenCount, updatedAt } = thread
  return { uid, threadId, revision, messageCount, tokenCount, updatedAt: updatedAt.toISOString() }
}
