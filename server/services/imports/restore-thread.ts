import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { type RestoredEntry, restoreEntries, restoreMessages, restoreThreadRow } from '../../store/imports'
import { insertLineage } from '../../store/lineage'
import { addTags } from '../../store/tags'
import type { ThreadKey, ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import type { PreparedMessage } from '../memory/prepare-messages'
import type { ThreadImport } from './import-threads'
import type { ReadThread } from './thread-line'

interface Restoring {
  readonly key: ThreadKey
  /** The entry by which the messages were stored. */
  readonly entryId: string
  readonly messages: readonly PreparedMessage[]
  readonly given: ThreadImport
  readonly actor: string
}

/** Gives a thread whose messages were just stored all else that its line says. */
export async function restoreThread(client: PoolClient, restoring: Restoring): Promise<void> {
  const { key, messages, given, actor } = restoring
  const { thread } = given
  const now = new Date().toISOString()
  const { entries, times } = await restoreMessagesOf(client, { ...restoring, after: 0, now })
  const parent = await findParent(client, restoring)
  const forkedAtSeq = parent ? (thread.lineage?.forkedAtSeq ?? null) : null
  const seqs = new Map(messages.map(({ index }, place) => [index + 1, place + 1]))
  await restoreThreadRow(client, {
    thread: key,
    restored: {
      title: thread.title ?? null,
      metadata: thread.texts.metadata,
      state: thread.texts.state,
      window: thread.texts.window,
      parentUid: parent?.uid ?? null,
      forkedAtSeq,
      lastRunId: entries.findLast(({ firstSeq, lastSeq }) => lastSeq >= firstSeq)?.runId ?? null,
      createdAt: thread.createdAt ?? earliest(times) ?? now,
      lastMessageAt: times.at(-1) ?? null,
      pins: thread.pins.flatMap((seq) => seqs.get(seq) ?? []),
      pinnedBy: actor,
    },
  })
  await addTags(client, { threads: [key], tags: thread.tags })
  if (parent)
    await insertLineage(client, { source: parent, uid: key.uid, threadId: thread.threadId, forkedAtSeq, copied: null })
}

/**
 * Gives messages that were just stored as one entry, the first of them at seq `after + 1`, their own entries and times.
 * Entries without any of them are left out, but of a thread that was just made.
 */
export async function restoreMessagesOf(
  client: PoolClient,
  restoring: Restoring & { readonly after: number; readonly now: string },
): Promise<{ entries: RestoredEntry[]; times: string[] }> {
  const { key, entryId, messages, given, actor, after, now } = restoring
  const entries = entriesOf(restoring)
  const restored = messages.map(({ index }, place) => {
    const { entry = 0, createdAt, redactedAt = null } = given.thread.messages[index] ?? {}
    const of = entries[entry]
    const time = createdAt ?? of?.createdAt ?? now
    return { seq: after + place + 1, entryId: of?.id ?? entryId, createdAt: time, redactedAt }
  })
  const kept = after === 0 ? entries : entries.filter(({ firstSeq, lastSeq }) => lastSeq >= firstSeq)
  await restoreEntries(client, { thread: key, storedBy: entryId, writtenBy: actor, entries: kept })
  await restoreMessages(client, { thread: key, messages: restored })
  return { entries: kept, times: restored.map(({ createdAt }) => createdAt) }
}

/** The line's entries with the seqs of their messages, or one of all messages where it names none. Ids are new. */
function entriesOf(restoring: Restoring & { readonly after: number; readonly now: string }): RestoredEntry[] {
  const { given, messages, after, now } = restoring
  const { thread, agentName } = given
  const alone = { mode: 'append', tags: {}, agentName: thread.agentName ?? agentName } as const
  const named: readonly ReadThread['entries'][number][] =
    thread.entries.length === 0 && messages.length > 0 ? [alone] : thread.entries
  const counts = new Map<number, number>()
  for (const { index } of messages) {
    const entry = thread.messages[index]?.entry ?? 0
    counts.set(entry, (counts.get(entry) ?? 0) + 1)
  }
  let lastSeq = after
  return named.map((entry, index) => {
    const firstSeq = lastSeq + 1
    lastSeq += counts.get(index) ?? 0
    return {
      id: uuidv7(),
      mode: entry.mode,
      firstSeq,
      lastSeq,
      agentName: entry.agentName ?? null,
      runId: entry.runId ?? null,
      run: thread.texts.runs[index] ?? null,
      tags: entry.tags,
      createdAt: entry.createdAt ?? now,
      expiresAt: entry.expiresAt ?? null,
    }
  })
}

/** The fork's parent in this scope: as this import made it, by its uid, or by its id; null when none of them is there. */
async function findParent(client: PoolClient, { key, given }: Restoring): Promise<ThreadRow | null> {
  const { lineage } = given.thread
  if (!lineage) return null
  const scope = { reach: { kind: 'scope', ...given.scope } as const, scopeId: key.scopeId }
  const uid = given.newUids.get(lineage.parentUid) ?? lineage.parentUid
  const found = await findThread(client, { ...scope, reference: { uid } })
  if (found || lineage.parentThreadId === null) return found
  return findThread(client, { ...scope, reference: { threadId: lineage.parentThreadId } })
}

function earliest(times: readonly string[]): string | undefined {
  return times.toSorted()[0]
}
