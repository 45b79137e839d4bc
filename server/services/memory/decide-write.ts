import { idsToLookUp, keysNeeded } from '../../../memory/keys-needed'
import { reconcile, resultWithoutCall } from '../../../memory/reconcile'
import type { HandedList, ReconcileRefusal, StoredKeys } from '../../../memory/stored-keys'
import { deliveryOrder, openCallIds } from '../../../memory/turn'
import type { WriteMemoryOutput } from '../../schemas/memory'
import {
  type AlignmentThread,
  handedRows,
  keysOfRanges,
  openTurnCalls,
  seqsOfHash,
  seqsOfIds,
  seqsSince,
} from '../../store/memory-align'
import type { Queryable, WindowRow } from '../../store/window-rows'
import { incomingMessage, type PreparedMessage } from './prepare-messages'
import type { PreparedWrite } from './prepared-write'
import { copyHash } from './read-answer'
import type { ReadToken } from './read-token'
import { startsWithHanded, withoutRecalled } from './recalled-echo'

/** What is new in a write, and the state of the thread that was looked at. */
export interface DecidedWrite {
  readonly kind: 'decided'
  readonly fresh: readonly PreparedMessage[]
  readonly matched: number
  readonly conflicts: WriteMemoryOutput['conflicts']
  /** The write is stored only if the thread is still this one at this revision; null does not matter. */
  readonly expect: { readonly uid: string | null; readonly revision: number | null }
  /** Calls and results of the stored open turn that the new messages go on with. */
  readonly openTurn: readonly WindowRow[]
}

/** R2 (d), R6, T2: nothing of the write can be stored. `index` is the place in the input. */
export interface RefusedWrite {
  readonly kind: 'refused'
  readonly reason: ReconcileRefusal
  readonly index: number
}

/**
 * What can be decided without a look at the thread, guarded by its revision: the list begins with exactly what the read
 * handed out, summary and recalled messages aside, and everything after it is new (R3). Null when the thread has to be looked at.
 */
export function decideByToken(write: PreparedWrite): DecidedWrite | null {
  const { token, list, entry } = write
  if (entry.mode === 'append') {
    // The read that it followed was of one thread; of another one it is looked at properly.
    const expect = { uid: write.uid ?? token?.uid ?? null, revision: null }
    return hasOrphan(list.messages) ? null : decided({ fresh: list.messages, matched: 0, expect })
  }
  const { messages, dropped } = withoutRecalled(list.messages, token)
  if (!token || !startsWithHanded(messages, token)) return null
  const fresh = messages.slice(token.count)
  if (hasOrphan(fresh) || (fresh.length === 0 && !write.saysMore)) return null
  return decided({ fresh, matched: token.count + dropped, expect: { uid: token.uid, revision: token.revision } })
}

/** Looks at as much of the thread as the write and its read are long, and decides (R2). */
export async function decideOnThread(
  client: Queryable,
  write: PreparedWrite,
  thread: AlignmentThread | null,
): Promise<DecidedWrite | RefusedWrite> {
  const { list, token, entry } = write
  const expect = { uid: thread?.uid ?? null, revision: thread?.revision ?? 0 }
  const answersCalls = list.messages.some(({ message }) => message.role === 'tool')
  const openTurn = thread && answersCalls ? await openTurnCalls(client, thread) : []
  if (entry.mode === 'append') {
    const orphan = resultWithoutCall(list.messages.map(incomingMessage), openCallIds(openTurn))
    if (orphan !== undefined) return refused(list.messages, { reason: 'closed-turn', index: orphan })
    return decided({ fresh: list.messages, matched: 0, expect, openTurn })
  }
  // What was read from a thread that has been deleted since is known, and must not come back with the next write.
  const isFromAnother = token !== null && token.uid !== null && token.uid !== thread?.uid
  const own = withoutRecalled(list.messages, token)
  const gone = isFromAnother && startsWithHanded(own.messages, token) ? token.count : 0
  const messages = own.messages.slice(gone)
  const question = { client, thread, write, messages, openTurn, handedBy: isFromAnother ? null : token }
  const found = await align(question)
  if (found.kind === 'conflict') return refused(messages, found)
  const fresh = found.append.flatMap((index) => messages[index] ?? [])
  return decided({
    fresh,
    matched: found.matched + gone + own.dropped,
    conflicts: found.conflicts.map((conflict) => ({ ...conflict, index: messages[conflict.index]?.index ?? 0 })),
    expect,
    openTurn,
  })
}

interface AlignQuestion {
  readonly client: Queryable
  readonly thread: AlignmentThread | null
  readonly write: PreparedWrite
  readonly messages: readonly PreparedMessage[]
  readonly openTurn: readonly WindowRow[]
  readonly handedBy: ReadToken | null
}

async function align(question: AlignQuestion) {
  const { client, thread, messages } = question
  // The echo of a redacted message is that message still.
  const redacted = new Map(thread?.redactions.map(({ original, now }) => [original, now]))
  const incoming = messages
    .map(incomingMessage)
    .map((message) => ({ ...message, key: redacted.get(message.key) ?? message.key }))
  if (!thread) return reconcile({ incoming, stored: NOTHING_STORED })
  const idSeqs = await seqsOfIds(client, thread, idsToLookUp(incoming))
  const seqOfId = (id: string) => idSeqs.get(id)
  const handed = await handedList(question, thread)
  const needed = keysNeeded({ incoming, total: thread.messageCount, handed, seqOfId })
  const keys = new Map(await keysOfRanges(client, thread, needed.ranges))
  const stored = (hashSeqs: readonly number[]): StoredKeys => ({
    total: thread.messageCount,
    get: (seq) => keys.get(seq),
    seqOfId,
    seqsOfKey: (key) => (key === needed.midThread?.key ? hashSeqs : []),
    openCallIds: openCallIds(question.openTurn),
  })
  const found = reconcile({ incoming, stored: stored([]), handed })
  if (found.kind === 'conflict' || found.matched > 0 || !needed.midThread) return found
  // Nothing of it stands at the end: only now is a look through the thread worth its price (R2 d).
  const { key, length } = needed.midThread
  const seqs = await seqsOfHash(client, thread, key)
  if (seqs.length === 0) return found
  const ranges = seqs.map((seq): [number, number] => [seq, Math.min(seq + length - 1, thread.messageCount)])
  for (const [seq, stand] of await keysOfRanges(client, thread, ranges)) keys.set(seq, stand)
  return reconcile({ incoming, stored: stored(seqs), handed })
}

const NOTHING_STORED: StoredKeys = {
  total: 0,
  get: () => undefined,
  seqOfId: () => undefined,
  seqsOfKey: () => [],
  openCallIds: [],
}

/** The list that the read gave, in the order in which it gave it, and what the run has stored since. */
async function handedList(question: AlignQuestion, thread: AlignmentThread): Promise<HandedList | undefined> {
  const { client, handedBy: token, write } = question
  if (!token) return undefined
  const copies = new Set(token.copies)
  const rows = await handedRows(client, thread, { ranges: token.ranges, copies: [...copies] })
  const served = rows.map((row) => (copies.has(row.seq) ? { ...row, callIds: [] } : row))
  const since = await seqsSince(client, thread, {
    total: token.total,
    runId: write.entry.runId,
    read: JSON.stringify(token),
  })
  return {
    messages: deliveryOrder(served).map(({ seq, copied }) =>
      copied === null ? { seq } : { seq, key: copyHash(copied).toString('hex') },
    ),
    since,
  }
}

/** Does a result answer a call that is not in the list? Then its call has to be looked for. */
function hasOrphan(messages: readonly PreparedMessage[]): boolean {
  return resultWithoutCall(messages.map(incomingMessage), []) !== undefined
}

function decided(
  found: Pick<DecidedWrite, 'fresh' | 'matched' | 'expect'> & Partial<Pick<DecidedWrite, 'conflicts' | 'openTurn'>>,
): DecidedWrite {
  return { kind: 'decided', conflicts: [], openTurn: [], ...found }
}

function refused(
  messages: readonly PreparedMessage[],
  conflict: { reason: ReconcileRefusal; index: number },
): RefusedWrite {
  return { kind: 'refused', reason: conflict.reason, index: messages[conflict.index]?.index ?? conflict.index }
}
