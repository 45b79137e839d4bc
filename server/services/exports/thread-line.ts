import { JsonText, writeJson } from '../../json-text'
import type { ExportedEntry, ExportedMessage, ExportedThread } from '../../store/exports'
import type { ExportedNote } from '../notes/exported-notes'
import type { ExportedReview } from '../reviews/exported-review'

/** The version of the line's form; its first member, by which an import knows the format. */
export const LINE_VERSION = 1

/** A thread's line up to its messages; they follow, parted by commas, then `LINE_END`. Stored JSON texts go in as they are (M2). */
export function lineStart(
  thread: ExportedThread,
  beside: {
    tags: Readonly<Record<string, string>>
    entries: readonly ExportedEntry[]
    /** Of people, where the export may hold them. */
    notes?: readonly ExportedNote[] | undefined
    review?: ExportedReview | undefined
  },
): string {
  const { parentUid, parentThreadId, forkedAtSeq } = thread
  const head = writeJson({
    loci: LINE_VERSION,
    threadId: thread.threadId,
    uid: thread.uid,
    scope: { tenant: thread.tenant, subject: thread.subject },
    agentName: thread.agentName,
    title: thread.title,
    tags: beside.tags,
    metadata: new JsonText(thread.metadata),
    state: textOrNull(thread.state),
    window: textOrNull(thread.window),
    createdAt: thread.createdAt.toISOString(),
    lineage: parentUid === null ? null : { parentUid, parentThreadId, forkedAtSeq },
    pins: thread.pins,
    notes: beside.notes?.length ? beside.notes : undefined,
    review: beside.review?.review,
    feedback: beside.review?.feedback,
    entries: beside.entries.map((entry) => ({
      id: entry.id,
      mode: entry.mode,
      agentName: entry.agentName,
      runId: entry.runId,
      run: textOrNull(entry.run),
      tags: entry.tags,
      createdAt: entry.createdAt.toISOString(),
      expiresAt: entry.expiresAt?.toISOString() ?? null,
    })),
  })
  return `${head.slice(0, -1)},"messages":[`
}

export const LINE_END = ']}\n'

/** One message: its fields of ours beside it, so that no name can clash. `entry` is the index among the line's entries. */
export function messageText(message: ExportedMessage, entry: number | undefined): string {
  return writeJson({
    seq: message.seq,
    createdAt: message.createdAt.toISOString(),
    entry,
    redactedAt: message.redactedAt?.toISOString(),
    message: new JsonText(message.raw),
  })
}

function textOrNull(text: string | null): JsonText | null {
  return text === null ? null : new JsonText(text)
}
