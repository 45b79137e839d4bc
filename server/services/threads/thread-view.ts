import type { Signal } from '../../../memory/signals'
import { JsonText } from '../../json-text'
import type { ReviewFacts } from '../../schemas/review-facts'
import type { SeenView, ThreadView } from '../../schemas/threads'
import type { ThreadRow } from '../../store/thread-rows'

/** A stored thread as the wire shows it; metadata and state stay the texts they are (M2). */
export function threadView(
  row: ThreadRow,
  beside: {
    tags: Record<string, string> | undefined
    seen: SeenView | null
    signals: Signal[] | null
    review: ReviewFacts
  },
): ThreadView {
  return {
    uid: row.uid,
    threadId: row.threadId,
    scope: { tenant: row.tenant, subject: row.subject },
    agentName: row.agentName,
    title: row.title,
    firstLine: row.firstLine,
    lastLine: row.lastLine,
    tags: beside.tags ?? {},
    metadata: passed(row.metadata),
    state: row.state === null ? null : passed(row.state),
    messageCount: row.messageCount,
    tokenCount: row.tokenCount,
    counter: row.counter,
    revision: row.revision,
    parentUid: row.parentUid,
    forkedAtSeq: row.forkedAtSeq,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    accessedAt: row.accessedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    seen: beside.seen,
    signals: beside.signals,
    review: beside.review,
  }
}

/** Typed as what the text parses to: the writer of the answer puts the text itself on the wire. */
function passed(text: string): Record<string, unknown> {
  return new JsonText(text) as unknown as Record<string, unknown>
}
