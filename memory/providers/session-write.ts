import type { WriteOptions } from '../contract'
import { reconcile } from '../reconcile'
import type { HandedList, HandedMessage, ReconcileRefusal } from '../stored-keys'
import type { TokenCounter } from '../token-estimate'
import type { PreparedMessage } from './incoming'
import { MemoryError } from './memory-error'
import type { SessionLog } from './session-log'

/** What one read handed out (R2 b); remembered with the message objects themselves, never by session. */
export interface HandedRead {
  readonly sessionUid: string
  /** Which read it was; the newest one counts. */
  readonly order: number
  /** In the order of delivery. */
  readonly messages: readonly HandedMessage[]
  /** The newest seq at that time. */
  readonly total: number
}

export interface SessionWrite {
  readonly list: readonly PreparedMessage[]
  readonly options: WriteOptions
  readonly handedOf: (message: object) => HandedRead | undefined
  readonly counter: TokenCounter
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What of a write is new. */
export interface SessionDecision {
  readonly fresh: readonly PreparedMessage[]
  readonly read: HandedRead | undefined
}

/**
 * R2, R6: finds out what is new in an agent's whole state; stores nothing.
 * @throws MemoryError CONFLICT where nothing of it may be stored
 */
export function decideWrite(session: SessionLog, write: SessionWrite): SessionDecision {
  const { handedOf, options } = write
  // What was read from a session that has been cleared since is known, and must not come back with the next write.
  const list = write.list.filter(({ source }) => {
    const handed = handedOf(source)
    return handed === undefined || handed.sessionUid === session.uid
  })
  const read = newestRead(list, handedOf)
  const handed = read && handedList(session, read, options.runId)
  const found = reconcile({ incoming: list, stored: session.keys(), handed })
  if (found.kind === 'append') return { fresh: found.append.flatMap((index) => list[index] ?? []), read }
  const place = list[found.index]?.index ?? found.index
  throw new MemoryError('CONFLICT', `messages.${place}: ${REFUSALS[found.reason]} Nothing was stored.`)
}

/** Stores what is new as one entry, and says of the session what the write says. */
export function storeWrite(session: SessionLog, write: SessionWrite, { fresh, read }: SessionDecision): void {
  const { options, counter, now } = write
  const { agentName, runId, tags = {}, metadata = {}, ttl } = options
  session.accessedAt = now
  session.expiresAt = ttl === undefined ? null : now + ttl * 1_000
  session.metadata = { ...session.metadata, ...metadata }
  if (fresh.length === 0) return
  const facts = { agentName, runId, tags: { ...tags }, metadata: { ...metadata }, read }
  session.append(fresh, { facts, counter, now })
}

function newestRead(
  list: readonly PreparedMessage[],
  handedOf: (message: object) => HandedRead | undefined,
): HandedRead | undefined {
  let newest: HandedRead | undefined
  for (const { source } of list) {
    const handed = handedOf(source)
    if (handed && (newest === undefined || handed.order > newest.order)) newest = handed
  }
  return newest
}

/** The list that a read gave, and what its run has stored since. */
function handedList(session: SessionLog, read: HandedRead, runId: string | undefined): HandedList {
  const since = session.entries.filter(
    ({ firstSeq, facts }) =>
      firstSeq > read.total && (facts.read === read || (runId !== undefined && facts.runId === runId)),
  )
  const seqs = since.flatMap(({ firstSeq, lastSeq }) =>
    Array.from({ length: lastSeq - firstSeq + 1 }, (_, index) => firstSeq + index),
  )
  return { messages: read.messages, since: seqs }
}

const REFUSALS: Record<ReconcileRefusal, string> = {
  'mid-thread': 'these messages stand in the middle of the session: read again.',
  ambiguous: 'these messages fit both the beginning and the end of the session: read again.',
  diverged: 'from here on the messages differ from what the session holds: read again.',
  'closed-turn': 'this tool result answers no open call of the session.',
  'repeated-id': 'this id stands for two messages; ids are unique within a session.',
}
